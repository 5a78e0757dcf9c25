/** The numbers and letters by which terminals identify keys. */

import type { Modifiers } from './key-event.ts';

/** Keys sent as `ESC [ A` and `ESC O A`. */
export const LETTER_KEYS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  E: 'begin',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Arrows as rxvt sends them: `ESC O a` with Ctrl, `ESC [ a` with Shift. */
export const RXVT_ARROWS: Readonly<Record<string, string>> = { a: 'up', b: 'down', c: 'right', d: 'left' };

/** Endings that rxvt sends in place of the `~` of `ESC [ 3 ~`. */
export const RXVT_ENDINGS: Readonly<Record<string, Modifiers>> = {
  '^': { ctrl: true },
  $: { shift: true },
  '@': { ctrl: true, shift: true },
};

/** Keys sent as `ESC O j`: the keypad in application mode. */
export const KEYPAD_KEYS: Readonly<Record<string, string>> = {
  M: 'enter',
  j: '*',
  k: '+',
  l: ',',
  m: '-',
  n: '.',
  o: '/',
  p: '0',
  q: '1',
  r: '2',
  s: '3',
  t: '4',
  u: '5',
  v: '6',
  w: '7',
  x: '8',
  y: '9',
  X: '=',
};

/** Keys sent as `ESC [ 3 ~`. */
export const TILDE_KEYS: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

const NAMED_CODES: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  10: 'enter',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
  57427: 'begin',
};

const KEYPAD_FIRST = 57399;
const KEYPAD_CHARACTERS = '0123456789./*-+';
const KEYPAD_AFTER_ENTER: Readonly<Record<number, string>> = { 57415: '=', 57416: ',' };
const PRIVATE_FIRST = 0xe000;
const PRIVATE_LAST = 0xf8ff;

/** The name of a key that is not a character, by its number in the kitty protocol. */
export function namedCode(code: number): string | undefined {
  return NAMED_CODES[code];
}

/** The character of a number. `undefined` for modifier, media and lock keys, and for numbers that are not characters. */
export function characterOf(code: number): string | undefined {
  if (code >= KEYPAD_FIRST && code < KEYPAD_FIRST + KEYPAD_CHARACTERS.length) {
    return KEYPAD_CHARACTERS[code - KEYPAD_FIRST];
  }
  if (code in KEYPAD_AFTER_ENTER) return KEYPAD_AFTER_ENTER[code];
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isPrivate = code >= PRIVATE_FIRST && code <= PRIVATE_LAST;
  if (!Number.isInteger(code) || isControl || isSurrogate || isPrivate || code > 0x10ffff) return undefined;
  return String.fromCodePoint(code);
}

/** Decodes the modifier number of xterm and kitty: one more than a set of bits. */
export function modifiersOf(number: number): Modifiers & { capsLock: boolean } {
  const bits = Math.max(0, number - 1);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & (2 | 32)) !== 0,
    ctrl: (bits & 4) !== 0,
    super: (bits & (8 | 16)) !== 0,
    capsLock: (bits & 64) !== 0,
  };
}
