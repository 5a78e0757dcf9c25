/** The input line as a value: its text, its memory, and what an action asks the caller to do. */

import type { VimState } from './vim/vim-state.ts';

export interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

export interface EditorState extends Snapshot {
  /** The column that moving up and down keeps. */
  readonly goal?: number;
  /** What the paste characters in any text here stand for. */
  readonly pastes: readonly string[];
  /** Killed text, the newest last. */
  readonly kills: readonly string[];
  readonly undo: readonly Snapshot[];
  readonly redo: readonly Snapshot[];
  /** Edits belong to one change, which is undone as a whole. */
  readonly undoHeld: boolean;
  /** What the last action was, where the next one may join it. */
  readonly last?: LastEdit;
  /** Submitted in this process, the oldest first. */
  readonly history: readonly string[];
  /** The entry that is shown; none on the line being written. */
  readonly historyAt?: number;
  readonly search?: HistorySearch;
  /** The first key of a binding of two, such as `ctrl+x` of `ctrl+x ctrl+e`. */
  readonly chord?: string;
  /** Set while vim mode is on. */
  readonly vim?: VimState;
}

type LastEdit =
  | { readonly type: 'typed' }
  | { readonly type: 'killed' }
  | { readonly type: 'yanked'; readonly start: number; readonly end: number; readonly index: number };

export interface HistorySearch {
  readonly query: string;
  /** The entry found; none before the first match. */
  readonly at?: number;
  readonly failed: boolean;
  /** The line as it was, for a search that is given up. */
  readonly before: Snapshot;
}

/** What the caller has to do; the editor itself touches nothing. */
export type Effect =
  /** `text` has the pastes in full, `shown` has their labels. */
  | { type: 'submit'; text: string; shown: string }
  /** Enter on blank input: nothing is sent, a queued message may be promoted. */
  | { type: 'submit-blank' }
  /** Esc with nothing left to close or clear. */
  | { type: 'cancel' }
  /** Ctrl+C: ends the nearest thing, or leaves. */
  | { type: 'interrupt' }
  | { type: 'exit' }
  | { type: 'suspend' }
  | { type: 'toggle-mode' }
  /** Tab on text: open or refresh the completion menu. */
  | { type: 'complete' }
  /** Edit `text` in the user's editor, then send a `set-text` action. */
  | { type: 'open-editor'; text: string }
  | { type: 'clear-screen' }
  | { type: 'show-whole' }
  /** What looks like the path of an image was pasted; `replace` the range to attach it. */
  | { type: 'image-pasted'; path: string; start: number; end: number }
  | { type: 'bell' };

export interface EditResult {
  state: EditorState;
  effects: Effect[];
}

export function createEditor(): EditorState {
  return { text: '', cursor: 0, pastes: [], kills: [], undo: [], redo: [], undoHeld: false, history: [] };
}
