/** The parts of a project that run or speak to the model, and which of them the person trusts. */

import type { Fault } from './fault.ts';

export type TrustKind = 'settings' | 'instructions' | 'skill' | 'command' | 'agent' | 'hook' | 'server' | 'plugin';

/** One thing that the person can trust: a file, or an entry of one, with every project file that it names. */
export interface TrustItem {
  kind: TrustKind;
  /** Its display name and storage key: `AGENTS.md`, `.claude/skills/review`, `.mcp.json#github`. */
  name: string;
  parts: readonly TrustPart[];
  /** Lines shown to the person before they agree: a server's command, its arguments, names of variables, its address. */
  shows?: readonly Fault[];
  /** Nothing in coder depends on it: it is listed, but not mentioned at the start. */
  isQuiet?: true;
  /** Why it can never be trusted as it is. */
  problem?: TrustProblem;
}

export type TrustProblem = 'unreadable' | 'leads-out' | 'too-large' | 'too-many';

export interface TrustPart {
  /** Relative to the project's root, with `/`; `file#entry` for an entry of a file. */
  path: string;
  /** Parts that run are trusted byte by byte; parts that only speak to the model may change, and the change is reported. */
  effect: 'runs' | 'speaks';
  /** SHA-256 of its bytes; with `+x` if it is executable, with `@` and the target if it is reached through a link. */
  mark: string;
  size: number;
  /** The bytes that were hashed; these are the ones used. */
  bytes: Buffer;
}

/** `reworded`: it only speaks, and its text has changed. `changed`: a part that runs differs from what was trusted. */
export type TrustState = 'trusted' | 'reworded' | 'changed' | 'new';

export interface JudgedItem {
  item: TrustItem;
  state: TrustState;
  /** Another working copy of the same repository in which these exact bytes were trusted. */
  as?: string;
}

/** Trust as the person controls it: for `/trust`, and for questions between turns. */
export interface TrustControl {
  /** All items that are there now. */
  list(): Promise<readonly JudgedItem[]>;
  /** One hash of the whole set: `sha256:…`. */
  setHash(items: readonly TrustItem[]): string;
  /** Changes since the person agreed, or the whole text if it is new, as unified diffs. */
  diff(item: TrustItem): Promise<string>;
  /** Trusts exactly these bytes from now on. */
  accept(items: readonly TrustItem[]): Promise<void>;
  /** Returns the number of items no longer trusted. */
  revoke(names: readonly string[]): Promise<number>;
  /** Items that run and have changed since they were trusted; each is reported once. */
  changes(): Promise<readonly JudgedItem[]>;
  /**
   * To be called before writing files that are trusted byte by byte; the returned function, after it.
   * Files that were trusted, and new ones, then stay trusted.
   */
  writing(paths: readonly string[]): Promise<() => Promise<void>>;
}
