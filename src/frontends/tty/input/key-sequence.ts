/** One escape sequence from the terminal: what it means and where it ends. */

import {
  characterOf,
  KEYPAD_KEYS,
  LETTER_KEYS,
  modifiersOf,
  namedCode,
  RXVT_ARROWS,
  RXVT_ENDINGS,
  TILDE_KEYS,
} from './key-codes.ts';
import { characterKey, type Key, type KeyEvent, key, type ReportKind } from './key-event.ts';

export type Sequence =
  | { type: 'incomplete' }
  /** The ESC means Alt for the character after it. */
  | { type: 'alt-prefix' }
  | { type: 'paste-start'; length: number }
  /** Without an event for the release of a key, or a key that only modifies others. */
  | { type: 'complete'; length: number; event?: KeyEvent };

const INCOMPLETE: Sequence = { type: 'incomplete' };
const ESCAPE = '\x1b';
/** DCS, OSC, PM, APC, SOS: introduce text up to a terminator. */
const STRING_INTRODUCERS = 'P]^_X';
const C1_INTRODUCERS: Readonly<Record<string, string>> = {
  '\x8f': 'O',
  '\x90': 'P',
  '\x98': 'X',
  '\x9b': '[',
  '\x9d': ']',
  '\x9e': '^',
  '\x9f': '_',
};

/** Reads the sequence at `start`, which is an ESC or an 8-bit control character. */
export function readSequence(text: string, start: number): Sequence {
  const first = text[start] ?? '';
  if (first !== ESCAPE) {
    const introducer = C1_INTRODUCERS[first];
    return introducer === undefined
      ? report(text, start, start + 1, 'unknown')
      : readIntroduced(text, start, start + 1, introducer);
  }
  const second = text[start + 1];
  if (second === undefined) return INCOMPLETE;
  if (second === ESCAPE) return readDoubleEscape(text, start);
  if (second === '[' || second === 'O' || STRING_INTRODUCERS.includes(second)) {
    return readIntroduced(text, start, start + 2, second);
  }
  return { type: 'alt-prefix' };
}

/** Rxvt and Terminal.app put another ESC before the sequence of an arrow with Alt. */
function readDoubleEscape(text: string, start: number): Sequence {
  const third = text[start + 2];
  if (third === undefined) return INCOMPLETE;
  if (third !== '[' && third !== 'O') return complete(1, key('escape'));
  const inner = readIntroduced(text, start + 1, start + 3, third);
  if (inner.type !== 'complete' || inner.event?.type !== 'key') {
    return inner.type === 'incomplete' ? inner : complete(1, key('escape'));
  }
  return complete(inner.length + 1, { ...inner.event, alt: true });
}

function readIntroduced(text: string, start: number, body: number, introducer: string): Sequence {
  if (introducer === '[') return readCsi(text, start, body);
  if (introducer === 'O') return readSs3(text, start, body);
  return readString(text, start, body, introducer);
}

function readString(text: string, start: number, body: number, introducer: string): Sequence {
  for (let index = body; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\x07' || character === '\x9c')
      return report(text, start, index + 1, stringKind(text, body, introducer));
    if (character !== ESCAPE) continue;
    if (index + 1 === text.length) return INCOMPLETE;
    if (text[index + 1] === '\\') return report(text, start, index + 2, stringKind(text, body, introducer));
    // Interrupted by the next sequence, which is read separately.
    return report(text, start, index, 'unknown');
  }
  return INCOMPLETE;
}

function stringKind(text: string, body: number, introducer: string): ReportKind {
  return introducer === ']' && /^(?:4|1[0-9]);/.test(text.slice(body, body + 3)) ? 'color' : 'string';
}

function readSs3(text: string, start: number, body: number): Sequence {
  let index = body;
  while (/[0-9]/.test(text[index] ?? '')) index += 1;
  const letter = text[index];
  if (letter === undefined) return INCOMPLETE;
  const modifiers = modifiersOf(Number(text.slice(body, index) || '1'));
  const length = index + 1 - start;
  const name = LETTER_KEYS[letter];
  if (name !== undefined) return complete(length, key(name, modifiers));
  const arrow = RXVT_ARROWS[letter];
  if (arrow !== undefined) return complete(length, key(arrow, { ctrl: true }));
  if (letter === 'Z') return complete(length, key('tab', { shift: true }));
  const keypad = KEYPAD_KEYS[letter];
  if (keypad === undefined) return report(text, start, index + 1, 'unknown');
  return complete(length, keypad.length === 1 ? characterKey(keypad, modifiers) : key(keypad, modifiers));
}

function readCsi(text: string, start: number, body: number): Sequence {
  if (text[body] === '[') return readLinuxConsole(text, start, body);
  let index = body;
  while (isBetween(text, index, '\x30', '\x3f')) index += 1;
  const parameters = text.slice(body, index);
  if (text[index] === '$' && /^\d+$/.test(parameters)) return readRxvt(text, start, index, parameters);
  while (isBetween(text, index, '\x20', '\x2f')) index += 1;
  const intermediates = text.slice(body + parameters.length, index);
  if (index === text.length) return INCOMPLETE;
  if (!isBetween(text, index, '\x40', '\x7e')) return report(text, start, index, 'unknown');
  const final = text[index] ?? '';
  const end = index + 1;
  if (final === 'M' && parameters === '' && intermediates === '') return readOldMouse(text, start, end);
  if (intermediates !== '' || /^[?>=]/.test(parameters)) return report(text, start, end, csiKind(final, parameters));
  if (parameters.startsWith('<')) return readMouse(text, start, end, parameters.slice(1), final);
  if (final === '~' && parameters === '200') return { type: 'paste-start', length: end - start };
  if (RXVT_ENDINGS[final] && /^\d+$/.test(parameters)) return readRxvt(text, start, index, parameters);
  const event = csiEvent(parameters, final);
  if (event === 'unknown') return report(text, start, end, csiKind(final, parameters));
  return complete(end - start, event);
}

/** `ESC [ 3 ^`: the ending tells which modifiers were held. */
function readRxvt(text: string, start: number, index: number, parameters: string): Sequence {
  const name = TILDE_KEYS[Number(parameters)];
  if (name === undefined) return report(text, start, index + 1, 'unknown');
  return complete(index + 1 - start, key(name, RXVT_ENDINGS[text[index] ?? '']));
}

/** The event; `undefined` for a key release; `unknown` for anything that is not a key. */
function csiEvent(parameters: string, final: string): KeyEvent | undefined | 'unknown' {
  const fields = parameters.split(';').map((field) => field.split(':').map(Number));
  const [first = [], second = [], third = []] = fields;
  if (final === 'I' || final === 'O') return parameters === '' ? { type: 'focus', focused: final === 'I' } : 'unknown';
  if (final === '~' && first[0] === 27 && third[0] !== undefined) return codeKey([third[0]], second, []);
  if (final === 'u') return first[0] ? codeKey(first, second, third) : 'unknown';
  const arrow = RXVT_ARROWS[final];
  if (arrow !== undefined && parameters === '') return key(arrow, { shift: true });
  // Old terminals send `ESC [ 5 H` where others send `ESC [ 1 ; 5 H`.
  const isShort = final !== '~' && fields.length === 1;
  const modifiers = modifiersOf((isShort ? first[0] : second[0]) || 1);
  if (final === 'Z') return key('tab', { ...modifiers, shift: true });
  // `ESC [ 1 ; 2 R` is Shift+F3 or the position of a cursor in the first row; losing Shift+F3 does no harm.
  if (final === 'R' && parameters !== '') return 'unknown';
  const name = final === '~' ? TILDE_KEYS[first[0] ?? 0] : LETTER_KEYS[final];
  return name === undefined ? 'unknown' : withAction(key(name, modifiers), second[1]);
}

/** A key by number, as kitty (`CSI u`) and xterm (`modifyOtherKeys`) send it. */
function codeKey(codes: number[], [modifier = 1, action]: number[], texts: number[]): Key | undefined | 'unknown' {
  const [code = 0, shifted, base] = codes;
  const { capsLock, ...modifiers } = modifiersOf(modifier || 1);
  const name = namedCode(code);
  if (name !== undefined) return withAction(key(name, modifiers), action);
  const character = characterOf(code);
  if (character === undefined) return code >= 57344 && code <= 63743 ? undefined : 'unknown';
  if (modifiers.ctrl || modifiers.alt || modifiers.super) {
    // On a layout without Latin letters, Ctrl+С means the key in the position of C.
    const latin = code > 0x7f && base ? characterOf(base) : undefined;
    return withAction(characterKey(latin ?? character, modifiers), action);
  }
  const typed = texts.length > 0 ? texts.map((text) => characterOf(text) ?? '').join('') : '';
  const upper = modifiers.shift !== capsLock ? character.toUpperCase() : character;
  const text = typed || (modifiers.shift && shifted ? characterOf(shifted) : undefined) || upper;
  return withAction({ ...characterKey(character, modifiers), text }, action);
}

function withAction(pressed: Key, action: number | undefined): Key | undefined {
  if (action === 3) return undefined;
  return action === 2 ? { ...pressed, repeat: true } : pressed;
}

function readMouse(text: string, start: number, end: number, parameters: string, final: string): Sequence {
  const [button, column, row, ...more] = parameters.split(';').map(Number);
  const isMouse = final === 'M' || final === 'm';
  if (!isMouse || button === undefined || !column || !row || more.length > 0 || Number.isNaN(button)) {
    return report(text, start, end, 'unknown');
  }
  return complete(end - start, { type: 'mouse', action: mouseAction(button, final), button: button & 3, column, row });
}

function mouseAction(button: number, final: string): 'press' | 'release' | 'move' | 'wheel-up' | 'wheel-down' {
  const isSideways = (button & 2) !== 0;
  if (button & 64 && !isSideways) return button & 1 ? 'wheel-down' : 'wheel-up';
  if (button & (32 | 64)) return 'move';
  return final === 'M' ? 'press' : 'release';
}

/** X10 mouse: three more characters follow, which must not be typed. */
function readOldMouse(text: string, start: number, end: number): Sequence {
  return text.length < end + 3 ? INCOMPLETE : report(text, start, end + 3, 'unknown');
}

function readLinuxConsole(text: string, start: number, body: number): Sequence {
  const letter = text[body + 1];
  if (letter === undefined) return INCOMPLETE;
  if (/\d/.test(letter)) return readTildeAfter(text, start, body + 1);
  const index = 'ABCDE'.indexOf(letter);
  return index < 0 ? report(text, start, body + 1, 'unknown') : complete(body + 2 - start, key(`f${index + 1}`));
}

/** `ESC [ [ 5 ~`: sent by PuTTY and Cygwin in some of their modes. */
function readTildeAfter(text: string, start: number, from: number): Sequence {
  let index = from;
  while (isBetween(text, index, '0', '9')) index += 1;
  if (index === text.length) return INCOMPLETE;
  const name = text[index] === '~' ? TILDE_KEYS[Number(text.slice(from, index))] : undefined;
  return name === undefined ? report(text, start, index, 'unknown') : complete(index + 1 - start, key(name));
}

function csiKind(final: string, parameters: string): ReportKind {
  if (final === 'c') return 'device-attributes';
  if (final === 'R') return 'cursor-position';
  if (final === 'u' && parameters.startsWith('?')) return 'keyboard-flags';
  if (final === 'y') return 'mode';
  if (final === 'n' || final === 't') return 'status';
  return 'unknown';
}

function isBetween(text: string, index: number, low: string, high: string): boolean {
  const character = text[index];
  return character !== undefined && character >= low && character <= high;
}

function report(text: string, start: number, end: number, kind: ReportKind): Sequence {
  return complete(end - start, { type: 'report', kind, text: text.slice(start, end) });
}

function complete(length: number, event?: KeyEvent): Sequence {
  return event === undefined ? { type: 'complete', length } : { type: 'complete', length, event };
}
