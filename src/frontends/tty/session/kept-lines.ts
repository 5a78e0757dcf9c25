/** Lines of the input that are kept between conversations. */

import { expandChips } from '../input/chips.ts';
import type { EditorState } from '../input/editor-state.ts';

export interface LineHistory {
  readonly entries: readonly string[];
  add(text: string): void;
}

/** What came into the history between two states of the line. */
export function keepNewLine(history: LineHistory | undefined, before: EditorState, after: EditorState): void {
  const line = after.history === before.history ? undefined : after.history.at(-1);
  if (line !== undefined) history?.add(expandChips(line, after.pastes));
}

/** What was typed before the history was there. */
export function keepEarlyLines(history: LineHistory, { history: typed, pastes }: EditorState): void {
  for (const line of typed) history.add(expandChips(line, pastes));
}

/** What stands in the line when somebody leaves. */
export function keepDraft(history: LineHistory | undefined, { text, pastes }: EditorState): void {
  const draft = expandChips(text, pastes);
  if (draft.trim() !== '') history?.add(draft);
}
