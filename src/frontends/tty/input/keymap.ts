/** The key table: what each key does, by its name, and how the settings change it. */

import { own } from '../../../base/own.ts';
import { KEY_ALIASES } from '../../../base/text/key-bytes.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { EDIT_COMMANDS, type EditCommand } from './edit-action.ts';

/** `edit`: the input line; `search`: Ctrl+R is open; `menu`: the completion menu is open. */
export type KeyContext = 'edit' | 'search' | 'menu';

export type MenuCommand = 'menu-up' | 'menu-down' | 'menu-page-up' | 'menu-page-down' | 'menu-accept' | 'menu-close';

type KeyTable = Readonly<Record<string, EditCommand | MenuCommand>>;

export type Keymap = Readonly<Record<KeyContext, KeyTable>>;

export const DEFAULT_KEYMAP: Keymap = {
  edit: {
    left: 'move-left',
    right: 'move-right',
    up: 'up',
    down: 'down',
    home: 'move-line-start',
    end: 'move-line-end',
    'ctrl+home': 'move-text-start',
    'ctrl+end': 'move-text-end',
    'ctrl+left': 'move-word-left',
    'ctrl+right': 'move-word-right',
    'alt+left': 'move-word-left',
    'alt+right': 'move-word-right',
    'alt+b': 'move-word-left',
    'alt+f': 'move-word-right',
    'ctrl+a': 'move-line-start',
    'ctrl+e': 'move-line-end',
    'ctrl+b': 'move-left',
    'ctrl+f': 'move-right',
    'ctrl+p': 'up',
    'ctrl+n': 'down',
    'alt+<': 'move-text-start',
    'alt+>': 'move-text-end',
    backspace: 'delete-left',
    'ctrl+h': 'delete-left',
    delete: 'delete-right',
    'ctrl+d': 'delete-right-or-exit',
    'ctrl+w': 'kill-big-word-left',
    'alt+backspace': 'kill-word-left',
    'ctrl+backspace': 'kill-word-left',
    'ctrl+alt+h': 'kill-word-left',
    'alt+d': 'kill-word-right',
    'alt+delete': 'kill-word-right',
    'ctrl+delete': 'kill-word-right',
    'ctrl+k': 'kill-line-end',
    'ctrl+u': 'kill-line-start',
    'ctrl+y': 'yank',
    'alt+y': 'yank-pop',
    'ctrl+t': 'transpose',
    'ctrl+_': 'undo',
    'ctrl+/': 'undo',
    'alt+_': 'redo',
    'alt+/': 'redo',
    'ctrl+j': 'newline',
    'shift+enter': 'newline',
    'alt+enter': 'newline',
    'ctrl+enter': 'newline',
    enter: 'submit',
    tab: 'tab',
    'shift+tab': 'toggle-mode',
    escape: 'escape',
    'ctrl+[': 'escape',
    'ctrl+c': 'interrupt',
    'ctrl+z': 'suspend',
    'ctrl+l': 'clear-screen',
    'ctrl+o': 'show-whole',
    'ctrl+g': 'open-editor',
    'ctrl+x ctrl+e': 'open-editor',
    'ctrl+r': 'search-history',
  },
  search: {
    'ctrl+r': 'search-older',
    up: 'search-older',
    'ctrl+s': 'search-newer',
    down: 'search-newer',
    backspace: 'search-delete-left',
    'ctrl+h': 'search-delete-left',
    enter: 'search-submit',
    tab: 'search-accept',
    escape: 'search-cancel',
    'ctrl+[': 'search-cancel',
    'ctrl+g': 'search-cancel',
    'ctrl+c': 'interrupt',
  },
  menu: {
    up: 'menu-up',
    'ctrl+p': 'menu-up',
    'shift+tab': 'menu-up',
    down: 'menu-down',
    'ctrl+n': 'menu-down',
    pageup: 'menu-page-up',
    pagedown: 'menu-page-down',
    tab: 'menu-accept',
    enter: 'menu-accept',
    escape: 'menu-close',
    'ctrl+[': 'menu-close',
  },
};

const MENU_COMMANDS: readonly MenuCommand[] = [
  'menu-up',
  'menu-down',
  'menu-page-up',
  'menu-page-down',
  'menu-accept',
  'menu-close',
];

/** What a key does, by its name. Outside the menu, Shift is ignored if nothing is bound with it. */
export function lookUp(keymap: Keymap, context: KeyContext, name: string): EditCommand | MenuCommand | undefined {
  const table = keymap[context];
  return own(table, name) ?? (context === 'menu' ? undefined : own(table, name.replace('shift+', '')));
}

/** True for the first key of a two-key binding. */
export function isChordPrefix(keymap: Keymap, name: string): boolean {
  return Object.keys(keymap.edit).some((keys) => keys.startsWith(`${name} `));
}

/** What is wrong with an entry, by the name of its sentence and the parameters of it. */
export type KeyError =
  | { says: 'badKey' | 'badKeyTable'; about: [written: string] }
  | { says: 'badKeyAction'; about: [written: string, action: string, known: string] };

export function keyErrorText(error: KeyError, say: Pick<ScreenWords, KeyError['says']>): string {
  return error.says === 'badKeyAction' ? say.badKeyAction(...error.about) : say[error.says](...error.about);
}

/**
 * The default table with the person's changes: `{ "ctrl+t": "toggle-mode", "ctrl+g": null, "menu": { … } }`. Invalid
 * entries are reported and left out.
 */
export function parseKeymap(overrides: Readonly<Record<string, unknown>>): { keymap: Keymap; errors: KeyError[] } {
  const tables: Record<KeyContext, Record<string, EditCommand | MenuCommand>> = {
    edit: { ...DEFAULT_KEYMAP.edit },
    search: { ...DEFAULT_KEYMAP.search },
    menu: { ...DEFAULT_KEYMAP.menu },
  };
  const errors: KeyError[] = [];

  function bind(context: KeyContext, written: string, action: unknown): void {
    const keys = written.trim().split(/\s+/).map(normalizeKeyName);
    const name = keys.every((part) => part !== undefined) ? keys.join(' ') : undefined;
    if (name === undefined || keys.length > 2 || (keys.length === 2 && context !== 'edit')) {
      errors.push({ says: 'badKey', about: [written] });
    } else if (action === null) delete tables[context][name];
    else if (isCommand(context, action)) tables[context][name] = action;
    else
      errors.push({ says: 'badKeyAction', about: [written, JSON.stringify(action), commandsOf(context).join(', ')] });
  }

  for (const [written, action] of Object.entries(overrides)) {
    if (!isContext(written)) bind('edit', written, action);
    else if (typeof action !== 'object' || action === null) {
      errors.push({ says: 'badKeyTable', about: [written] });
    } else for (const [inner, command] of Object.entries(action)) bind(written, inner, command);
  }
  return { keymap: tables, errors };
}

const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  c: 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  m: 'alt',
  shift: 'shift',
  s: 'shift',
  super: 'super',
  cmd: 'super',
  win: 'super',
};
const NAMES: Readonly<Record<string, string>> = {
  ...KEY_ALIASES,
  plus: '+',
  minus: '-',
};
const NAMED =
  /^(?:escape|enter|tab|backspace|delete|insert|space|up|down|left|right|home|end|pageup|pagedown|begin|f[1-9]|f1[0-2])$/;

/** `Control-A`, `C-a` and `ctrl+a` are one key. `undefined` if the text does not name a key. */
function normalizeKeyName(written: string): string | undefined {
  const parts = /^(?:.*[+-])?[+-]$/.test(written) ? splitLast(written) : written.split(/[+-]/);
  const last = parts.pop() ?? '';
  const modifiers = parts.map((part) => MODIFIERS[part.toLowerCase()]);
  const lower = last.toLowerCase();
  const name = NAMES[lower] ?? lower;
  if (modifiers.includes(undefined) || (Array.from(name).length !== 1 && !NAMED.test(name))) return undefined;
  // People write `Ctrl+T` for ctrl+t, but a capital on its own is typed with Shift.
  if (lower !== last && last.length === 1 && modifiers.length === 0) modifiers.push('shift');
  const order = ['ctrl', 'alt', 'shift', 'super'].filter((modifier) => modifiers.includes(modifier));
  return [...order, name].join('+');
}

/** `ctrl++` and `alt+-`: the sign at the end is the key. */
function splitLast(written: string): string[] {
  const before = written.slice(0, -1).replace(/[+-]$/, '');
  return [...(before === '' ? [] : before.split(/[+-]/)), written.slice(-1)];
}

function isContext(name: string): name is KeyContext {
  return name === 'edit' || name === 'search' || name === 'menu';
}

function commandsOf(context: KeyContext): readonly (EditCommand | MenuCommand)[] {
  return context === 'menu' ? MENU_COMMANDS : EDIT_COMMANDS;
}

function isCommand(context: KeyContext, action: unknown): action is EditCommand | MenuCommand {
  return commandsOf(context).some((command) => command === action);
}
