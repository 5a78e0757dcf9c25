/** What of a project can act or speak, and what the person has agreed to of it. */

export type TrustKind = 'settings' | 'instructions' | 'skill' | 'command' | 'agent' | 'hook' | 'server' | 'plugin';

/** One thing that a person can agree to: a file, or an entry of one, with every file of the project that it names. */
export interface TrustItem {
  kind: TrustKind;
  /** What it is called and stored by: `AGENTS.md`, `.claude/skills/review`, `.mcp.json#github`. */
  name: string;
  parts: readonly TrustPart[];
  /** What a person is shown before they agree, line by line: a server's command, its arguments, names of variables, its address. */
  shows?: readonly string[];
  /** Nothing of coder waits for it: it is listed, and not spoken of at the start. */
  isQuiet?: true;
  /** Why it can never be agreed to as it is. */
  problem?: TrustProblem;
}

export type TrustProblem = 'unreadable' | 'leads-out' | 'too-large' | 'too-many';

export interface TrustPart {
  /** From the root of the project, with `/`; `file#entry` for an entry of a file. */
  path: string;
  /** What runs is agreed to byte by byte; what only speaks to the model may change, and that is said. */
  effect: 'runs' | 'speaks';
  /** The SHA-256 of its bytes; with `+x` where it may be executed, with `@` and the place where a link leads to one. */
  mark: string;
  size: number;
  /** The bytes that were hashed: what is used. */
  bytes: Buffer;
}

/** `reworded`: it only speaks, and says something else than it did. `changed`: what runs is not what was agreed to. */
export type TrustState = 'trusted' | 'reworded' | 'changed' | 'new';

export interface JudgedItem {
  item: TrustItem;
  state: TrustState;
  /** Another working copy of the same repository in which these very bytes were agreed to. */
  as?: string;
}

/** The person's side of it: for `/trust`, and for questions between turns. */
export interface TrustControl {
  /** All that is there now. */
  list(): Promise<readonly JudgedItem[]>;
  /** One hash of the whole set: `sha256:…`. */
  setHash(items: readonly TrustItem[]): string;
  /** What changed since the person agreed; the whole text of what is new. Unified diffs. */
  diff(item: TrustItem): Promise<string>;
  /** From now on these very bytes may be used. */
  accept(items: readonly TrustItem[]): Promise<void>;
  /** How many were given up. */
  revoke(names: readonly string[]): Promise<number>;
  /** Items that run, were agreed to, and are something else now; each is told once. */
  changes(): Promise<readonly JudgedItem[]>;
  /**
   * To be called before files are written that the person has agreed to byte by byte; what it returns, afterwards: what was trusted, and what is
   * new, stays trusted.
   */
  writing(paths: readonly string[]): Promise<() => Promise<void>>;
}
