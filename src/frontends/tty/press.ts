/** temporary */
import { edit } from './input/editor.ts';
import type { EditResult, EditorState } from './input/editor-state.ts';
import type { Key } from './input/key-event.ts';
import { keyName } from './input/key-event.ts';

const TABLE: Record<string, string> = {
  enter: 'submit', escape: 'escape', tab: 'tab', up: 'up', down: 'down', left: 'move-left', right: 'move-right', backspace: 'delete-left',
  'ctrl+c': 'interrupt', 'ctrl+d': 'delete-right-or-exit', 'ctrl+j': 'newline', 'ctrl+l': 'clear-screen', 'ctrl+a': 'move-line-start', 'ctrl+e': 'move-line-end', 'ctrl+z': 'suspend', 'ctrl+g': 'open-editor', 'ctrl+r': 'search-history',
};

export function press(state: EditorState, key: Key): EditResult {
  const name = TABLE[keyName(key)];
  if (name !== undefined) return edit(state, { type: name } as never);
  return key.text === undefined ? { state, effects: [] } : edit(state, { type: 'insert', text: key.text });
}
