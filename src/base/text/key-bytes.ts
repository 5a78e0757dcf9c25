/** Encodes keys as the bytes that a program in a terminal reads for them. */

export interface KeyPress {
  /** `a`, `enter`, `up`, `f5`: the names used by the key decoder and the `terminal` tool. */
  name: string;
  ctrl?: boolean;
  alt?: boolean;
  shift?: boolean;
  /** The text that the key types. */
  text?: string;
}

const ESC = '\x1b';
const ONE_CHARACTER = /^.$/su;
const CURSOR: Readonly<Record<string, string>> = { up: 'A', down: 'B', right: 'C', left: 'D', home: 'H', end: 'F' };
const FUNCTION_LETTERS: Readonly<Record<string, string>> = { f1: 'P', f2: 'Q', f3: 'R', f4: 'S' };
const TILDE: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};
const PLAIN: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  escape: ESC,
  backspace: '\x7f',
  space: ' ',
};
/** Other names by which people know a key. */
export const KEY_ALIASES: Readonly<Record<string, string>> = {
  return: 'enter',
  esc: 'escape',
  bs: 'backspace',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
};

/** `undefined` if a program in a terminal cannot receive the key. */
export function keyBytes(key: KeyPress, applicationCursor: boolean): string | undefined {
  const { name, ctrl = false, alt = false, shift = false, text } = key;
  const modifier = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
  const letter = CURSOR[name] ?? FUNCTION_LETTERS[name];
  if (letter !== undefined) {
    if (modifier > 1) return `${ESC}[1;${modifier}${letter}`;
    return ESC + (name in FUNCTION_LETTERS || applicationCursor ? 'O' : '[') + letter;
  }
  const number = TILDE[name];
  if (number !== undefined) return `${ESC}[${number}${modifier > 1 ? `;${modifier}` : ''}~`;
  if (name === 'tab' && shift) return `${ESC}[Z`;
  const bytes = text ?? (ctrl ? controlByte(name) : (PLAIN[name] ?? characterOf(name, shift)));
  return bytes === undefined ? undefined : (alt ? ESC : '') + bytes;
}

/** Parses the name of a key: `enter`, `ctrl+c`, `C-c`, `alt+b`, `shift+tab`, `^D`. */
export function parseKey(name: string): KeyPress | undefined {
  const caret = /^\^(.)$/u.exec(name);
  if (caret) return { name: (caret[1] ?? '').toLowerCase(), ctrl: true };
  const [, prefixes = '', rest = ''] =
    /^((?:(?:ctrl|control|alt|meta|shift|c|m|s)[+-])*)(.+)$/isu.exec(name.trim()) ?? [];
  const held = prefixes.toLowerCase();
  const lower = rest.toLowerCase();
  const plain = KEY_ALIASES[lower] ?? lower;
  const isNamed = plain in CURSOR || plain in FUNCTION_LETTERS || plain in TILDE || plain in PLAIN;
  if (!isNamed && !ONE_CHARACTER.test(rest)) return undefined;
  const ctrl = /\bc(?:trl|ontrol)?\b/.test(held);
  const shift = /\bs(?:hift)?\b/.test(held) || (!isNamed && !ctrl && rest !== lower);
  return { name: plain, ctrl, alt: /\b(?:alt|m(?:eta)?)\b/.test(held), shift };
}

/** The bytes of a paste: bracketed if the program asked for that, and unable to close its own brackets. */
export function pasteBytes(text: string, bracketed: boolean): string {
  const typed = text.replace(/\r\n?|\n/g, '\r');
  return bracketed ? `${ESC}[200~${typed.replaceAll(ESC, '')}${ESC}[201~` : typed;
}

export interface MousePress {
  action: 'press' | 'release' | 'move' | 'wheel-up' | 'wheel-down';
  button: number;
  /** Counted from 1, within the program's screen. */
  column: number;
  row: number;
}

export function mouseBytes({ action, button, column, row }: MousePress, encoding: 'plain' | 'sgr'): string {
  const wheel = action === 'wheel-up' ? 64 : action === 'wheel-down' ? 65 : undefined;
  const code = wheel ?? (action === 'move' ? button + 32 : button);
  if (encoding === 'sgr') return `${ESC}[<${code};${column};${row}${action === 'release' ? 'm' : 'M'}`;
  if (column > 223 || row > 223) return ''; // one byte cannot hold it
  const character = (value: number) => String.fromCharCode(32 + value);
  return `${ESC}[M${character(action === 'release' ? 3 : code)}${character(column)}${character(row)}`;
}

function characterOf(name: string, shift: boolean): string | undefined {
  if (!ONE_CHARACTER.test(name)) return undefined;
  return shift ? name.toUpperCase() : name;
}

function controlByte(name: string): string | undefined {
  if (name === 'space' || name === '2' || name === '@') return '\0';
  if (name === 'backspace') return '\b';
  if (name === 'enter') return '\r';
  if (name === '?') return '\x7f';
  const code = name.toUpperCase().charCodeAt(0);
  return name.length === 1 && code >= 0x41 && code <= 0x5f ? String.fromCharCode(code - 0x40) : PLAIN[name];
}
