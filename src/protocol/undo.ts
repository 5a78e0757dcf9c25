/** Undoing what turns did to files: what the engine reports as calls run, and what commands ask for. */

/** Called around every call that may change files. */
export interface Checkpoint {
  /** What follows belongs to this turn. */
  begin(turn: string): void;
  /** A command may run soon, while the person is still asked about it: what can be done ahead is done. */
  prepare(signal: AbortSignal): void;
  /** Keeps what the call may change; the function it returns is called when the call has ended. */
  before(touch: Touch, signal: AbortSignal): Promise<() => Promise<void>>;
  /** Resolves when all that ended is on record. */
  settled(): Promise<void>;
  close(): void;
}

/** What a call may change. */
export interface Touch {
  /** `path` is real, `shown` as the call named it. */
  paths: readonly { path: string; shown: string }[];
  /** It runs a command, which may change anything in the workspace. */
  shell: boolean;
}

/** For `/undo`, `/redo` and `/diff`. */
export interface UndoControl {
  /** What `undo` would do, nothing done. */
  preview(turns: number): Promise<UndoReport>;
  undo(turns: number): Promise<UndoReport>;
  /** Redoes what was last undone. */
  redo(): Promise<UndoReport>;
  /** Changes since the session began; `all`: also what git saw changed before that. */
  diff(path?: string, all?: boolean): Promise<WorkspaceDiff>;
}

export interface UndoReport {
  turns: UndoneTurn[];
  /** Turns that changed files and can still be undone, those of the report left out. */
  left: number;
}

export interface UndoneTurn {
  turn: string;
  /** What the person had asked for. */
  input: string;
  files: UndoneFile[];
  /** What the turn did that is not covered. */
  leftOut: string[];
}

export interface UndoneFile {
  /** As people see it. */
  path: string;
  action: 'remove' | 'restore' | 'change';
  /** Why it was left as it is. */
  refused?: UndoRefusal;
}

/** `other` is what the machine said. */
export type UndoRefusal =
  | 'not-empty'
  | 'content-gone'
  | 'other-form'
  | 'removed'
  | 'created'
  | 'changed'
  | 'no-room'
  | 'outside'
  | { other: string };

export interface WorkspaceDiff {
  files: DiffedFile[];
  /** Changed from outside, with no earlier copy to compare with. */
  unknown: string[];
  /** How many files git saw changed before the session began, besides these. */
  earlier: number;
}

export interface DiffedFile {
  path: string;
  additions: number;
  deletions: number;
  /** Unified; a single line for what is not text. */
  diff: string;
  /** Not by a turn of this session; compared with what git has. */
  outside?: true;
  /** Before the session began; compared with the last commit. */
  earlier?: true;
}
