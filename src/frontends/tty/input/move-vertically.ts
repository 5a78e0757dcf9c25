/** Moves up and down between the lines of the input. */

import { columnAt, lineAway } from './buffer.ts';
import type { EditorState } from './editor-state.ts';

/** Moves to the next line in that direction, in the column where the movement began. `undefined` at the edge of the text. */
export function moveVertically(state: EditorState, previous: EditorState, lines: number): EditorState | undefined {
  const goal = previous.goal ?? columnAt(state.text, state.cursor, state.pastes);
  const cursor = lineAway(state.text, state.cursor, lines, goal, state.pastes);
  return cursor === undefined ? undefined : { ...state, cursor, goal };
}
