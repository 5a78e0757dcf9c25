/** The low byte of each UTF-16 unit, for loops that sample a text: offsets stay the same, and a hit is confirmed on the text. */

export interface LowBytes {
  /** Length of the text; array contents beyond it are left over from an earlier text. */
  length: number;
  bytes: Uint8Array;
  /** The same bytes, two and four at a time. */
  pairs: Uint16Array;
  words: Int32Array;
}

export interface ByteReader {
  /** Reads every text into the same memory, because allocating would cost more than the search itself. Overwrites the previous result. */
  read(text: string): LowBytes;
  /** Forgets the last text; until then, reading it again is free. */
  forget(): void;
}

/** Longer texts are read in windows of this size, which also fit the processor's cache. */
const WINDOW = 1 << 18;

export function createByteReader(): ByteReader {
  let memory = Buffer.alloc(0);
  let low: LowBytes = { length: 0, bytes: new Uint8Array(), pairs: new Uint16Array(), words: new Int32Array() };
  let last: string | undefined;
  return {
    read(text) {
      if (text === last) return low;
      if (memory.length < text.length) {
        memory = Buffer.allocUnsafeSlow(Math.ceil(text.length / 8) * 8);
        const { buffer } = memory;
        low = {
          length: 0,
          bytes: new Uint8Array(buffer),
          pairs: new Uint16Array(buffer),
          words: new Int32Array(buffer),
        }; // faster to read than a Buffer
      }
      memory.write(text, 'latin1');
      last = text;
      low.length = text.length;
      return low;
    },
    forget() {
      last = undefined;
    },
  };
}

/** True if all eight characters can be part of a token or an encoding: ASCII, and no blank, line break, quote or round bracket. */
export function areDense(four: number, more: number): boolean {
  return (((four - 0x2b2b2b2b) | four | (more - 0x2b2b2b2b) | more) & 0x80808080) === 0; // none is below `+`, none has its highest bit set
}

/** A part of a text that is searched on its own; offsets are those of the whole text. */
interface TextWindow {
  text: string;
  start: number;
  /** Matches that start before `from`, or at `to` or later, belong to another window. */
  from: number;
  to: number;
}

/** The window that starts at `from`; most texts have only one. `around`: how much more text it includes on either side. */
export function windowAt(text: string, from: number, around: number): TextWindow {
  if (text.length <= WINDOW) return { text, start: 0, from, to: text.length };
  const start = Math.max(0, from - around);
  const to = Math.min(from + WINDOW, text.length);
  return { text: text.slice(start, to + around), start, from, to };
}
