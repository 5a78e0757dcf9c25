/** The completion menu under the input. */

import type { EditResult, EditorState } from './input/editor-state.ts';
import type { Key } from './input/key-event.ts';
import type { Line } from './text/spans.ts';

export interface Menu {
  /** Deals with a key while it is open; false where the key is not its own. */
  key(pressed: Key, editor: EditorState, apply: (result: EditResult) => void): boolean;
  /** The text changed: open, refresh or close. */
  follow(editor: EditorState, changed: () => void): void;
  /** Tab on text. */
  open(editor: EditorState, apply: (result: EditResult) => void, changed: () => void): void;
  lines(columns: number): Line[];
}

export function noMenu(): Menu {
  return { key: () => false, follow() {}, open() {}, lines: () => [] };
}
