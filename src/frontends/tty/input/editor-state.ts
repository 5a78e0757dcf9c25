/** The input line as a value: its text, its memory, and what an action asks the caller to do. */

import type { VimState } from './vim/vim-state.ts';

export interface LineSnapshot {
  readonly text: string;
  readonly cursor: number;
}

export interface EditorState extends LineSnapshot {
  /** The column that moving up and down keeps. */
  readonly goal?: number;
  /** The contents of the paste characters in any text of this state. */
  readonly pastes: readonly string[];
  /** Killed text, newest last. */
  readonly kills: readonly string[];
  readonly undo: readonly LineSnapshot[];
  readonly redo: readonly LineSnapshot[];
  /** True while edits belong to one change, which is undone as a whole. */
  readonly undoHeld: boolean;
  /** The last action, if the next one may join it. */
  readonly last?: LastEdit;
  /** Lines submitted in this process, oldest first. */
  readonly history: readonly string[];
  /** Index of the history entry that is shown. Absent on the line being typed. */
  readonly historyAt?: number;
  readonly search?: HistorySearch;
  /** The first key of a two-key binding, such as `ctrl+x` of `ctrl+x ctrl+e`. */
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
  /** Index of the entry found. Absent before the first match. */
  readonly at?: number;
  readonly failed: boolean;
  /** The line before the search, restored if the search is cancelled. */
  readonly before: LineSnapshot;
}

/** What the caller must do; the editor itself has no side effects. */
export type Effect =
  /** `text` contains the pastes in full, `shown` their labels. */
  | { type: 'submit'; text: string; shown: string }
  /** Enter on blank input: nothing is sent, but a queued message may be promoted. */
  | { type: 'submit-blank' }
  /** Esc with nothing left to close or clear. */
  | { type: 'cancel' }
  /** Ctrl+C: ends the nearest thing, or leaves. */
  | { type: 'interrupt' }
  | { type: 'exit' }
  | { type: 'suspend' }
  | { type: 'toggle-mode' }
  /** Tab on text: opens or refreshes the completion menu. */
  | { type: 'complete' }
  /** Edits `text` in the person's editor; a `set-text` action follows. */
  | { type: 'open-editor'; text: string }
  | { type: 'clear-screen' }
  | { type: 'show-whole' }
  /** The pasted text looks like the path of an image; `replace` the range to attach it. */
  | { type: 'image-pasted'; path: string; start: number; end: number }
  | { type: 'bell' };

export interface EditResult {
  state: EditorState;
  effects: Effect[];
}

export function createEditor(): EditorState {
  return { text: '', cursor: 0, pastes: [], kills: [], undo: [], redo: [], undoHeld: false, history: [] };
}
