/** Undo and redo of the input. */

import type { EditorState, LineSnapshot } from './editor-state.ts';

const DEEPEST = 500;
/** Of a very long text, fewer steps are kept, so that they stay within a few megabytes. */
const MOST_CHARACTERS = 2_000_000;

/** Saves the current state; to be called before a change. */
export function remember(state: EditorState): EditorState {
  if (state.undoHeld) return state;
  const kept = Math.max(10, Math.min(DEEPEST, Math.floor(MOST_CHARACTERS / (state.text.length + 1)))) - 1;
  return { ...state, undo: [...state.undo.slice(-kept), snapshotOf(state)], redo: [] };
}

export function undo(state: EditorState): EditorState {
  const previous = state.undo.at(-1);
  if (previous === undefined) return state;
  return { ...state, ...previous, undo: state.undo.slice(0, -1), redo: [...state.redo, snapshotOf(state)] };
}

export function redo(state: EditorState): EditorState {
  const next = state.redo.at(-1);
  if (next === undefined) return state;
  return { ...state, ...next, redo: state.redo.slice(0, -1), undo: [...state.undo, snapshotOf(state)] };
}

/** From now on, edits form one change. */
export function holdUndo(state: EditorState): EditorState {
  return state.undoHeld ? state : { ...remember(state), undoHeld: true };
}

/** Ends the change; one that changed nothing leaves no step. */
export function releaseUndo(state: EditorState): EditorState {
  if (!state.undoHeld) return state;
  const unchanged = state.undo.at(-1)?.text === state.text;
  return { ...state, undoHeld: false, undo: unchanged ? state.undo.slice(0, -1) : state.undo };
}

export function snapshotOf({ text, cursor }: LineSnapshot): LineSnapshot {
  return { text, cursor };
}
