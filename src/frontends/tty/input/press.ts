/** Handles a key on the input line: vim first, then the search, then the key table, then the character itself. */

import { EDIT_COMMANDS, type EditAction, type EditCommand } from './edit-action.ts';
import { edit } from './editor.ts';
import type { EditorState, EditResult } from './editor-state.ts';
import { type Key, keyName } from './key-event.ts';
import { isChordPrefix, type KeyContext, type Keymap, lookUp } from './keymap.ts';
import { insertAction, leaveInsert } from './vim/insert.ts';
import { pressVim, settle } from './vim/vim.ts';

export function press(state: EditorState, key: Key, keymap: Keymap): EditResult {
  const name = keyName(key);
  if (state.chord !== undefined) return pressChord({ ...state, chord: undefined }, `${state.chord} ${name}`, keymap);
  if (state.search !== undefined) return pressSearch(state, key, name, keymap);
  const isTyping = state.vim === undefined || state.vim.mode === 'insert' || state.vim.mode === 'replace';
  if (!isTyping) {
    const handled = pressVim(state, vimToken(key, name, keymap));
    if (handled !== undefined) return handled;
  }
  if (isChordPrefix(keymap, name)) return { state: { ...state, chord: name }, effects: [] };
  const command = commandFor(keymap, 'edit', name);
  if (command === 'escape' && state.vim !== undefined && isTyping) return { state: leaveInsert(state), effects: [] };
  if (command !== undefined) return run(state, { type: command });
  if (key.text === undefined || !isTyping) return { state, effects: [] };
  return run(state, { type: 'insert', text: key.text });
}

function pressChord(state: EditorState, keys: string, keymap: Keymap): EditResult {
  const command = commandFor(keymap, 'edit', keys);
  return command === undefined ? { state, effects: [] } : run(state, { type: command });
}

/** A key that means nothing to the search ends it, leaves the match in the line, and then takes effect there. */
function pressSearch(state: EditorState, key: Key, name: string, keymap: Keymap): EditResult {
  const command = commandFor(keymap, 'search', name);
  if (command !== undefined) return run(state, { type: command });
  if (key.text !== undefined) return run(state, { type: 'insert', text: key.text });
  return press(edit(state, { type: 'search-accept' }).state, key, keymap);
}

function run(state: EditorState, action: EditAction): EditResult {
  const result = state.vim === undefined ? edit(state, action) : insertAction(state, action);
  const { vim } = result.state;
  if (vim === undefined) return result;
  // A new line begins in INSERT, whatever the mode in which the last one was sent.
  const isSent = result.effects.some(({ type }) => type === 'submit');
  const next = isSent ? { ...vim, mode: 'insert' as const, keys: [], inserting: undefined } : vim;
  return { ...result, state: settle({ ...result.state, vim: next }) };
}

function commandFor(keymap: Keymap, context: KeyContext, name: string): EditCommand | undefined {
  const found = lookUp(keymap, context, name);
  return EDIT_COMMANDS.find((command) => command === found);
}

function vimToken(key: Key, name: string, keymap: Keymap): string {
  return commandFor(keymap, 'edit', name) === 'escape' ? 'escape' : (key.text ?? name);
}
