/** The state of completion: the open menu, the word whose menu was closed, and how text and keys change them. Pure. */

import { type CompletionQuery, commonPrefix, completionAt, writeChoice } from './completion.ts';
import { edit } from './editor.ts';
import type { EditorState, EditResult } from './editor-state.ts';
import { type Key, keyName } from './key-event.ts';
import { type Keymap, lookUp } from './keymap.ts';
import { type MenuState, moveInMenu } from './menu-state.ts';

export interface CompleterState {
  readonly menu?: MenuState;
  /** Grows with each query, so that a late answer to an older one can be recognised. */
  readonly generation: number;
  /** Start of the word whose menu was closed; the menu stays closed while that word is typed. */
  readonly dismissed?: number;
}

/** `ask`: what the sources must be asked for. */
interface Asking {
  state: CompleterState;
  ask?: CompletionQuery;
}

/** `result`: what becomes of the line; absent if the line itself must handle the key, or nothing is certain. */
interface Chosen {
  state: CompleterState;
  result?: EditResult;
}

/** The text or the cursor changed: asks for choices, or closes the menu. */
export function followText(before: CompleterState, editor: EditorState): Asking {
  const query = isWriting(editor) ? completionAt(editor.text, editor.cursor) : undefined;
  const state = query?.start === before.dismissed ? before : { ...before, dismissed: undefined };
  const opensAlone = query?.kind === 'command' || query?.kind === 'argument' || query?.kind === 'mention';
  const isWanted = opensAlone || state.menu !== undefined;
  return query && isWanted && state.dismissed === undefined ? asking(state, query) : { state: closeMenu(state) };
}

/** Tab without a menu: asks for the choices, even in a word whose menu was closed. */
export function beginChoice(state: CompleterState, editor: EditorState): Asking {
  const query = completionAt(editor.text, editor.cursor);
  return query ? asking({ ...state, dismissed: undefined }, query) : { state };
}

export function openMenu(state: CompleterState, { items, ...rest }: Omit<MenuState, 'selected'>): CompleterState {
  return { ...state, menu: items.length === 0 && !rest.isPartial ? undefined : { ...rest, items, selected: 0 } };
}

/** Completes the only choice, or what all choices have in common, and closes the menu; otherwise the menu stays open. */
export function takeCertain(state: CompleterState, editor: EditorState): Chosen {
  const result = state.menu && certainChoice(state.menu, editor);
  return result ? { state: closeMenu(state), result } : { state };
}

/** Handles a key while the menu is open. */
export function pressKey(state: CompleterState, pressed: Key, editor: EditorState, keymap: Keymap): Chosen {
  const { menu } = state;
  const command = menu && lookUp(keymap, 'menu', keyName(pressed));
  if (menu === undefined || (menu.items.length === 0 && command !== 'menu-close')) return { state };
  const unchanged = { state: editor, effects: [] };
  switch (command) {
    case 'menu-up':
    case 'menu-down':
    case 'menu-page-up':
    case 'menu-page-down':
      return { state: { ...state, menu: moveInMenu(menu, command) }, result: unchanged };
    case 'menu-close':
      return { state: dismissMenu(state), result: unchanged };
    case 'menu-accept':
      return accept(state, menu, pressed, editor);
    default:
      return { state };
  }
}

/** Closes the menu, and keeps it closed while the same word is typed. */
export function dismissMenu(state: CompleterState): CompleterState {
  return closeMenu({ ...state, dismissed: state.menu?.query.start });
}

/** Drops the answer that is still to come, too. */
export function closeMenu(state: CompleterState): CompleterState {
  return { ...state, generation: state.generation + 1, menu: undefined };
}

function asking(state: CompleterState, query: CompletionQuery): Asking {
  return { state: { ...state, generation: state.generation + 1 }, ask: query };
}

/** Enter on a word that is already complete sends the line, instead of requiring a second Enter. */
function accept(state: CompleterState, menu: MenuState, pressed: Key, editor: EditorState): Chosen {
  const { query, items, selected } = menu;
  const item = items[selected];
  const isEnter = pressed.name === 'enter';
  // The items belong to another word if the answer for the text typed since has not arrived yet.
  const isStale = !isSame(query, completionAt(editor.text, editor.cursor));
  if (isStale && !isEnter) return { state, result: { state: editor, effects: [] } };
  const closed = closeMenu(state);
  if (item === undefined || isStale) return { state: closed };
  const written = writeChoice(query, item.value);
  const present = editor.text.slice(query.start, query.end);
  if (isEnter && present === written.trimEnd()) return { state: closed };
  const isFolder = written.endsWith('/');
  return {
    state: isFolder ? closed : { ...closed, dismissed: query.start },
    result: replace(editor, query, written),
  };
}

/** False during a search, in vim's NORMAL mode, and in the history, where the menu would take the keys. */
function isWriting({ search, vim, text, history, historyAt }: EditorState): boolean {
  const isEntry = historyAt !== undefined && history[historyAt] === text;
  return search === undefined && !isEntry && (vim === undefined || vim.mode === 'insert');
}

function isSame(one: CompletionQuery, other: CompletionQuery | undefined): boolean {
  return one.kind === other?.kind && one.start === other.start && one.end === other.end && one.query === other.query;
}

function certainChoice({ items, query }: MenuState, editor: EditorState): EditResult | undefined {
  const [first] = items;
  if (items.length === 1 && first !== undefined) return replace(editor, query, writeChoice(query, first.value));
  if (query.kind !== 'program' && query.kind !== 'path') return undefined;
  const common = commonPrefix(items.map(({ value }) => value));
  if (common.length <= query.query.length || !common.startsWith(query.query)) return undefined;
  return replace(editor, query, writeChoice(query, common).trimEnd());
}

function replace(editor: EditorState, { start, end }: CompletionQuery, text: string): EditResult {
  // Avoids a double blank if one already follows.
  const isDoubled = text.endsWith(' ') && editor.text[end] === ' ';
  return edit(editor, { type: 'replace', start, end: isDoubled ? end + 1 : end, text });
}
