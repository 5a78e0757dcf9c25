/** Types into the editor by the names of keys, and reads it back with a mark for the cursor. */

import {
  createEditor,
  type EditorState,
  type EditResult,
  type Effect,
} from '../../../../src/frontends/tty/input/editor-state.ts';
import { characterKey, type Key, key } from '../../../../src/frontends/tty/input/key-event.ts';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';
import { press } from '../../../../src/frontends/tty/input/press.ts';

/** `abc<enter><ctrl+a>`: characters as they are, other keys in angle brackets, `<lt>` for `<`. */
function keysOf(written: string): Key[] {
  return (written.match(/<[a-z0-9+\-_/[]+>|[^]/gu) ?? []).map((part) => {
    if (part === '<lt>') return characterKey('<');
    if (part.length <= 2) return part === '\n' ? key('enter') : characterKey(part);
    const names = part.slice(1, -1).split('+');
    const name = names.pop() ?? '';
    const modifiers = Object.fromEntries(names.map((modifier) => [modifier, true]));
    return name.length === 1 ? characterKey(name, modifiers) : key(name, modifiers);
  });
}

export function type(state: EditorState, written: string): EditResult {
  const effects: Effect[] = [];
  let next = state;
  for (const pressed of keysOf(written)) {
    const result = press(next, pressed, DEFAULT_KEYMAP);
    next = result.state;
    effects.push(...result.effects);
  }
  return { state: next, effects };
}

/** `ab|c`: a state with the cursor at the mark. */
export function editorAt(marked: string): EditorState {
  const cursor = marked.indexOf('|');
  return { ...createEditor(), text: marked.replace('|', ''), cursor: cursor < 0 ? marked.length : cursor };
}

export function marked({ text, cursor }: EditorState): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}
