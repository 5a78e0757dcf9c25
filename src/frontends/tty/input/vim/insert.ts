/** vim's INSERT and REPLACE: typing that `.` can repeat. */

import { graphemes, previousBoundary } from '../../../../base/text/graphemes.ts';
import { lineEnd, lineStart } from '../buffer.ts';
import type { EditAction } from '../edit-action.ts';
import { edit } from '../editor.ts';
import type { EditorState, EditResult } from '../editor-state.ts';
import { releaseUndo } from '../undo.ts';
import { placeForInsert } from './changes.ts';
import type { Change, VimState } from './vim-state.ts';

/** Commands whose count repeats the typed text. */
const COUNTED = new Set(['i', 'a', 'I', 'A', 'o', 'O', 'R']);

export function enterInsert(state: EditorState, change: Change, mode: 'insert' | 'replace' = 'insert'): EditorState {
  return state.vim === undefined ? state : { ...state, vim: { ...state.vim, mode, inserting: change } };
}

/** Performs an action while typing, and records it for `.`. */
export function insertAction(state: EditorState, action: EditAction): EditResult {
  const { state: next, effects } = apply(state, action);
  const { vim } = next;
  if (vim?.inserting === undefined) return { state: next, effects };
  const inserting = { ...vim.inserting, typed: [...vim.inserting.typed, action] };
  return { state: { ...next, vim: { ...vim, inserting } }, effects };
}

export function leaveInsert(state: EditorState): EditorState {
  const { vim } = state;
  if (vim === undefined) return state;
  const change = vim.inserting;
  const repeated = change === undefined ? state : repeatTyped(state, change);
  const { text, cursor } = repeated;
  const settled: VimState = {
    ...vim,
    mode: 'normal',
    keys: [],
    inserting: undefined,
    lastChange: change ?? vim.lastChange,
  };
  const back = cursor > lineStart(text, cursor) ? previousBoundary(text, cursor) : cursor;
  return releaseUndo({ ...repeated, cursor: back, vim: settled });
}

/** Repeats the typed part of a change for `.`. */
export function replayInsert(state: EditorState, typed: readonly EditAction[]): EditorState {
  const done = typed.reduce((next, action) => insertAction(next, action).state, state);
  return leaveInsert(done);
}

/** `3ix` types `x` three times. */
function repeatTyped(state: EditorState, { command, typed }: Change): EditorState {
  if (command.type !== 'simple' || !COUNTED.has(command.name)) return state;
  let next = state;
  for (let time = 1; time < (command.count ?? 1); time += 1) {
    if (command.name === 'o' || command.name === 'O') next = placeForInsert(next, 'o');
    for (const action of typed) next = apply(next, action).state;
  }
  return next;
}

function apply(state: EditorState, action: EditAction): EditResult {
  if (state.vim?.mode !== 'replace') return edit(state, action);
  if (action.type === 'delete-left') return edit(state, { type: 'move-left' });
  if (action.type !== 'insert') return edit(state, action);
  let next = state;
  for (const grapheme of graphemes(action.text)) {
    if (next.cursor < lineEnd(next.text, next.cursor)) next = edit(next, { type: 'delete-right' }).state;
    next = edit(next, { type: 'insert', text: grapheme }).state;
  }
  return { state: next, effects: [] };
}
