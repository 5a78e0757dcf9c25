/** Keeps lines of the input between conversations. */

import { expandChips } from '../input/chips.ts';
import type { EditorState } from '../input/editor-state.ts';

export interface LineHistory {
  readonly entries: readonly string[];
  add(text: string): void;
}

/** Adds the line that entered the editor's history between two states. */
export function keepNewLine(history: LineHistory | undefined, before: EditorState, after: EditorState): void {
  const line = after.history === before.history ? undefined : after.history.at(-1);
  if (line !== undefined) history?.add(expandChips(line, after.pastes));
}

/** Adds lines that were typed before the history was loaded. */
export function keepEarlyLines(history: LineHistory, { history: typed, pastes }: EditorState): void {
  for (const line of typed) history.add(expandChips(line, pastes));
}

/** Adds the unsent line when the person leaves. */
export function keepDraft(history: LineHistory | undefined, { text, pastes }: EditorState): void {
  const draft = expandChips(text, pastes);
  if (draft.trim() !== '') history?.add(draft);
}
