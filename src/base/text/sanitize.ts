/** Removes terminal control from untrusted text: a model, a tool, a file or a title may set colours, never control the terminal. */

import { keptColours } from './sgr.ts';

export interface Sanitizer {
  /** Returns the part of the text that may be shown; a sequence cut off at the end waits for the next chunk. */
  write(chunk: string): string;
  /** Returns the text still held back and resets the sanitiser. */
  end(): string;
  /** The unfinished line of a `rewrite` sanitiser, as it is now. */
  readonly pending: string;
}

export interface SanitizerOptions {
  /** Keep colours (SGR); everything else that begins with ESC or a C1 byte is removed. */
  colors?: boolean;
  /**
   * What a lone carriage return does. `newline`: starts a new line; text is returned at once. `rewrite`:
   * starts the line again, as progress bars intend; text is returned line by line.
   */
  returns?: 'newline' | 'rewrite';
}

type State = 'text' | 'escape' | 'escape-more' | 'csi' | 'string' | 'string-escape';

/** A control string that does not end within this many characters is treated as text from there on. */
const LONGEST_STRING = 4096;
const LONGEST_CSI = 64;
/** A line held for rewriting is released at this length, so that memory stays bounded. */
const LONGEST_LINE = 65_536;

/** Overrides, embeddings and isolates change the reading order; tags and unusual selectors hide text. */
const DECEIVING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}\ufff9-\ufffb]/u;
const FLAG_TAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;
/** Characters that take no space and mean nothing here. */
const EMPTY = /[\u200b\u2060-\u2064\ufeff\u180e\u061c\u200e\u200f]/gu;
/** Text that needs no change: the common case, found by one test. */
const PLAIN =
  /^[\t\n\x20-\x7e\xa0-\u02ff\u0370-\u03ff\u0400-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u2bff\u3000-\ud7ff\uff01-\uffef]*$/;

/** What a sanitiser remembers between characters. */
interface Reading {
  /** Keeps colours. */
  readonly colors: boolean;
  /** A carriage return starts the line again, so text waits in `line` until its line ends. */
  readonly rewrites: boolean;
  state: State;
  /** The parameters of the CSI sequence so far. */
  sequence: string;
  /** The length of the control string so far. */
  length: number;
  /** The last character was a carriage return, whose meaning depends on the next one. */
  sawReturn: boolean;
  /** A colour was set and not reset. */
  isColoured: boolean;
  /** The pieces of the line that may still be rewritten: characters and colours. */
  line: string[];
  /** Text that is ready to be shown. */
  out: string;
}

export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  const rewrites = options.returns === 'rewrite';
  const reading: Reading = {
    colors: options.colors ?? false,
    rewrites,
    state: 'text',
    sequence: '',
    length: 0,
    sawReturn: false,
    isColoured: false,
    line: [],
    out: '',
  };
  return {
    write(chunk) {
      if (!rewrites && reading.state === 'text' && !reading.sawReturn && PLAIN.test(chunk)) return chunk;
      for (const character of chunk) step(reading, character);
      return take(reading);
    },
    end() {
      if (reading.sawReturn && !rewrites) reading.out += '\n';
      reading.out += reading.line.join('');
      if (reading.isColoured) reading.out += '\x1b[0m';
      reading.line = [];
      reading.state = 'text';
      reading.sequence = '';
      reading.sawReturn = false;
      reading.isColoured = false;
      return take(reading);
    },
    get pending() {
      return showDeceiving(reading.line.join(''));
    },
  };
}

function take(reading: Reading): string {
  const text = reading.out;
  reading.out = '';
  return showDeceiving(text);
}

function step(reading: Reading, character: string): void {
  const code = character.codePointAt(0) ?? 0;
  switch (reading.state) {
    case 'text':
      return text(reading, character, code);
    case 'escape':
      return afterEscape(reading, character, code);
    case 'escape-more':
      // Character sets and the like: intermediate characters, then a final one.
      if (code < 0x20 || code > 0x2f) reading.state = 'text';
      return;
    case 'csi':
      return inCsi(reading, character, code);
    case 'string':
      return inString(reading, character, code);
    case 'string-escape':
      reading.state = 'text';
      if (character !== '\\') afterEscape(reading, character, code);
  }
}

function text(reading: Reading, character: string, code: number): void {
  if (character === '\r') {
    reading.sawReturn = true;
    return;
  }
  if (reading.sawReturn) {
    reading.sawReturn = false;
    if (character !== '\n') startAgain(reading);
  }
  if (character === '\n') return endLine(reading);
  if (character === '\t' || (code >= 0x20 && code < 0x7f) || code >= 0xa0) return put(reading, character);
  if (character === '\b') return erase(reading);
  if (code === 0x1b) reading.state = 'escape';
  else if (code === 0x9b) startCsi(reading);
  else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) startString(reading);
  // Every other control character is dropped.
}

function afterEscape(reading: Reading, character: string, code: number): void {
  reading.state = 'text';
  if (character === '[') startCsi(reading);
  else if (']PX^_'.includes(character)) startString(reading);
  else if (code === 0x1b) reading.state = 'escape';
  else if (code >= 0x20 && code <= 0x2f) reading.state = 'escape-more';
  else if (code < 0x20) text(reading, character, code);
  // Any other character ends a two-character sequence and is dropped.
}

function startCsi(reading: Reading): void {
  reading.state = 'csi';
  reading.sequence = '';
}

function inCsi(reading: Reading, character: string, code: number): void {
  if (code === 0x1b) {
    reading.state = 'escape';
  } else if (code >= 0x40 && code <= 0x7e) {
    reading.state = 'text';
    if (reading.colors && character === 'm') colour(reading);
  } else if (code < 0x20 || code > 0x7e || reading.sequence.length >= LONGEST_CSI) {
    reading.state = 'text';
    text(reading, character, code);
  } else reading.sequence += character;
}

function startString(reading: Reading): void {
  reading.state = 'string';
  reading.length = 0;
}

function inString(reading: Reading, character: string, code: number): void {
  reading.length += 1;
  if (code === 0x1b) reading.state = 'string-escape';
  else if (code === 0x07 || code === 0x9c || code === 0x18 || code === 0x1a) reading.state = 'text';
  else if (character === '\n' || reading.length > LONGEST_STRING) {
    reading.state = 'text';
    text(reading, character, code);
  }
}

function colour(reading: Reading): void {
  const kept = keptColours(reading.sequence);
  if (kept === undefined) return;
  reading.isColoured = kept !== '' && kept !== '0';
  put(reading, `\x1b[${kept}m`);
}

function put(reading: Reading, piece: string): void {
  if (!reading.rewrites) reading.out += piece;
  else {
    reading.line.push(piece);
    if (reading.line.length > LONGEST_LINE) {
      reading.out += reading.line.join('');
      reading.line = [];
    }
  }
}

function endLine(reading: Reading): void {
  reading.out += `${reading.line.join('')}\n`;
  reading.line = [];
}

function startAgain(reading: Reading): void {
  if (!reading.rewrites) reading.out += '\n';
  else reading.line = reading.line.filter(isColour);
}

function erase(reading: Reading): void {
  const last = reading.line.findLastIndex((piece) => !isColour(piece));
  if (last >= 0) reading.line.splice(last, 1);
}

/** Sanitises a whole text; of a rewritten line, only the final state remains. */
export function sanitize(text: string, options: SanitizerOptions = {}): string {
  if (PLAIN.test(text)) return text;
  const sanitizer = createSanitizer({ returns: 'rewrite', ...options });
  return sanitizer.write(text) + sanitizer.end();
}

/** Like `sanitize`, for a text read in slices, which are requested twice. */
export function* sanitizeSlices(slices: () => Iterable<string>): Generator<string> {
  if (isPlain(slices())) return yield* slices();
  const sanitizer = createSanitizer({ returns: 'rewrite' });
  for (const slice of slices()) yield sanitizer.write(slice);
  yield sanitizer.end();
}

function isPlain(pieces: Iterable<string>): boolean {
  for (const piece of pieces) if (!PLAIN.test(piece)) return false;
  return true;
}

/** Cleans a title or a name: one line, no colour, nothing that moves the cursor or hides text. */
export function cleanLine(text: string): string {
  return sanitize(text.replaceAll('\r', ' ')).replace(/\s+/gu, ' ').trim();
}

function isColour(piece: string): boolean {
  return piece.startsWith('\x1b');
}

function showDeceiving(text: string): string {
  if (!/[\u061c\u180e\u200b-\u206f\ufeff\ufff9-\ufffb\udb40-\udb43]/.test(text)) return text;
  const shown = text.replace(EMPTY, '');
  if (!DECEIVING.test(shown)) return shown;
  // The tags of a real flag (Scotland, Wales, …) are part of one emoji.
  const flags = shown.match(FLAG_TAGS) ?? [];
  return shown
    .split(FLAG_TAGS)
    .map((part, index) => part.replace(new RegExp(DECEIVING, 'gu'), escapeOf) + (flags[index] ?? ''))
    .join('');
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
