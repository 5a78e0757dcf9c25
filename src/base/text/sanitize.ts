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

export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  const { colors = false, returns = 'newline' } = options;
  const rewrites = returns === 'rewrite';
  let state: State = 'text';
  let sequence = '';
  let length = 0;
  let sawReturn = false;
  let isColoured = false;
  let line: string[] = [];
  let out = '';

  return {
    write(chunk) {
      if (!rewrites && state === 'text' && !sawReturn && PLAIN.test(chunk)) return chunk;
      for (const character of chunk) step(character);
      return take();
    },
    end() {
      if (sawReturn && !rewrites) out += '\n';
      out += line.join('');
      if (isColoured) out += '\x1b[0m';
      line = [];
      state = 'text';
      sequence = '';
      sawReturn = false;
      isColoured = false;
      return take();
    },
    get pending() {
      return showDeceiving(line.join(''));
    },
  };

  function take(): string {
    const text = out;
    out = '';
    return showDeceiving(text);
  }

  function step(character: string): void {
    const code = character.codePointAt(0) ?? 0;
    switch (state) {
      case 'text':
        return text(character, code);
      case 'escape':
        return afterEscape(character, code);
      case 'escape-more':
        // Character sets and the like: intermediate characters, then a final one.
        if (code < 0x20 || code > 0x2f) state = 'text';
        return;
      case 'csi':
        return inCsi(character, code);
      case 'string':
        return inString(character, code);
      case 'string-escape':
        state = 'text';
        if (character !== '\\') afterEscape(character, code);
    }
  }

  function text(character: string, code: number): void {
    if (character === '\r') {
      sawReturn = true;
      return;
    }
    if (sawReturn) {
      sawReturn = false;
      if (character !== '\n') startAgain();
    }
    if (character === '\n') return endLine();
    if (character === '\t' || (code >= 0x20 && code < 0x7f) || code >= 0xa0) return put(character);
    if (character === '\b') return erase();
    if (code === 0x1b) state = 'escape';
    else if (code === 0x9b) startCsi();
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) startString();
    // Every other control character is dropped.
  }

  function afterEscape(character: string, code: number): void {
    state = 'text';
    if (character === '[') startCsi();
    else if (']PX^_'.includes(character)) startString();
    else if (code === 0x1b) state = 'escape';
    else if (code >= 0x20 && code <= 0x2f) state = 'escape-more';
    else if (code < 0x20) text(character, code);
    // Any other character ends a two-character sequence and is dropped.
  }

  function startCsi(): void {
    state = 'csi';
    sequence = '';
  }

  function inCsi(character: string, code: number): void {
    if (code === 0x1b) {
      state = 'escape';
    } else if (code >= 0x40 && code <= 0x7e) {
      state = 'text';
      if (colors && character === 'm') colour(sequence);
    } else if (code < 0x20 || code > 0x7e || sequence.length >= LONGEST_CSI) {
      state = 'text';
      text(character, code);
    } else sequence += character;
  }

  function startString(): void {
    state = 'string';
    length = 0;
  }

  function inString(character: string, code: number): void {
    length += 1;
    if (code === 0x1b) state = 'string-escape';
    else if (code === 0x07 || code === 0x9c || code === 0x18 || code === 0x1a) state = 'text';
    else if (character === '\n' || length > LONGEST_STRING) {
      state = 'text';
      text(character, code);
    }
  }

  function colour(parameters: string): void {
    const kept = keptColours(parameters);
    if (kept === undefined) return;
    isColoured = kept !== '' && kept !== '0';
    put(`\x1b[${kept}m`);
  }

  function put(piece: string): void {
    if (!rewrites) out += piece;
    else {
      line.push(piece);
      if (line.length > LONGEST_LINE) {
        out += line.join('');
        line = [];
      }
    }
  }

  function endLine(): void {
    out += `${line.join('')}\n`;
    line = [];
  }

  function startAgain(): void {
    if (!rewrites) out += '\n';
    else line = line.filter(isColour);
  }

  function erase(): void {
    const last = line.findLastIndex((piece) => !isColour(piece));
    if (last >= 0) line.splice(last, 1);
  }
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
