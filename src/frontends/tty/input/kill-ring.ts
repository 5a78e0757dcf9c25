/** Killing text and yanking it back, as in readline. */

import { replaceRange } from './buffer.ts';
import type { EditorState } from './editor-state.ts';
import { remember } from './undo.ts';

const LARGEST = 60;

/** Kills in a row, without another action in between, are joined. */
export function kill(state: EditorState, start: number, end: number, previous: EditorState): EditorState {
  if (start >= end) return { ...state, last: previous.last };
  const killed = state.text.slice(start, end);
  const isBackward = end <= state.cursor;
  const joins = previous.last?.type === 'killed';
  const newest = state.kills.at(-1) ?? '';
  const joined = isBackward ? killed + newest : newest + killed;
  const kills = joins ? [...state.kills.slice(0, -1), joined] : [...state.kills.slice(-LARGEST + 1), killed];
  const text = replaceRange(state.text, start, end, '');
  return { ...remember(state), text, cursor: start, kills, last: { type: 'killed' } };
}

export function yank(state: EditorState): EditorState {
  return state.kills.length === 0 ? state : put(remember(state), state.cursor, state.cursor, state.kills.length - 1);
}

/** Directly after a yank, replaces the yanked text with the previous kill. */
export function yankPop(state: EditorState, previous: EditorState): EditorState {
  if (previous.last?.type !== 'yanked') return state;
  const { start, end, index } = previous.last;
  return put(state, start, end, (index - 1 + state.kills.length) % state.kills.length);
}

function put(state: EditorState, start: number, end: number, index: number): EditorState {
  const killed = state.kills[index] ?? '';
  const cursor = start + killed.length;
  const text = replaceRange(state.text, start, end, killed);
  return { ...state, text, cursor, last: { type: 'yanked', start, end: cursor, index } };
}
