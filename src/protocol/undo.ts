/** Undoing the file changes of turns: what the engine reports as calls run, and what commands ask for. */

import type { Fault } from './fault.ts';

/** Called around every call that may change files. */
export interface Checkpoint {
  /** Starts the record of a turn; `onChange` is called once its first change has been recorded. */
  begin(turn: string, onChange: () => Promise<unknown>): void;
  /** A command may run soon, while the person is still being asked about it; prepares what can be done ahead. */
  prepare(signal: AbortSignal): void;
  /** Records the state before a call; the returned function is to be called when the call has ended. */
  before(touch: Touch, signal: AbortSignal): Promise<() => Promise<void>>;
  /** Resolves when the effects of all ended calls are recorded. */
  settled(): Promise<void>;
  close(): void;
}

/** What a call may change. */
export interface Touch {
  /** `path` is real, `shown` as the call named it. */
  paths: readonly { path: string; shown: string }[];
  /** The call runs a command, which may change anything in the workspace. */
  shell: boolean;
}

/** For `/undo`, `/redo` and `/diff`. */
export interface UndoControl {
  /** What `undo` would do, without doing it. */
  preview(turns: number): Promise<UndoReport>;
  undo(turns: number): Promise<UndoReport>;
  /** Reverts the last undo. */
  redo(): Promise<UndoReport>;
  /** Changes since the session began; `all`: also changes that git saw before that. */
  diff(path?: string, all?: boolean): Promise<WorkspaceDiff>;
}

export interface UndoReport {
  turns: UndoneTurn[];
  /** Further turns that changed files and can still be undone. */
  left: number;
}

export interface UndoneTurn {
  turn: string;
  /** What the person had asked for. */
  input: string;
  files: UndoneFile[];
  /** Effects of the turn that undo does not cover. */
  leftOut: Fault[];
}

export interface UndoneFile {
  /** The path as shown to the person. */
  path: string;
  action: 'remove' | 'restore' | 'change';
  /** Why the file was left as it is. */
  refused?: UndoRefusal;
}

/** `other`: anything else, such as the system's message. */
export type UndoRefusal =
  | 'not-empty'
  | 'content-gone'
  | 'other-form'
  | 'removed'
  | 'created'
  | 'changed'
  | 'no-room'
  | 'outside'
  | { other: Fault };

export interface WorkspaceDiff {
  files: DiffedFile[];
  /** Files changed from outside, with no earlier copy to compare with. */
  unknown: string[];
  /** Number of other files that git saw changed before the session began. */
  earlier: number;
}

export interface DiffedFile {
  path: string;
  additions: number;
  deletions: number;
  /** Unified; a single line if the file is not text. */
  diff: string;
  /** Not changed by a turn of this session; compared with git's version. */
  outside?: true;
  /** Changed before the session began; compared with the last commit. */
  earlier?: true;
}
