/** Lines submitted in this process, and stepping through them. */

import type { EditorState } from './editor-state.ts';
import { remember } from './undo.ts';

const LONGEST = 1000;

/** The same line twice in a row is one entry. */
export function addToHistory(history: readonly string[], line: string): readonly string[] {
  return history.at(-1) === line ? history : [...history.slice(-LONGEST + 1), line];
}

/** Shows the previous entry; stops at the oldest. */
export function olderEntry(state: EditorState): EditorState {
  const at = (state.historyAt ?? state.history.length) - 1;
  return at < 0 ? state : showEntry(state, at);
}

/** Shows the next entry; after the newest comes the empty line. */
export function newerEntry(state: EditorState): EditorState {
  if (state.historyAt === undefined) return state;
  const at = state.historyAt + 1;
  if (at < state.history.length) return showEntry(state, at);
  return { ...remember(state), text: '', cursor: 0, historyAt: undefined };
}

function showEntry(state: EditorState, at: number): EditorState {
  const text = state.history[at] ?? '';
  return { ...remember(state), text, cursor: text.length, historyAt: at };
}
