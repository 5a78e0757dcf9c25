/** The low byte of each unit of a text, for loops that look at few of them: positions stay, and a hit is compared as text. */

export interface LowBytes {
  /** Of the text; what is in the arrays behind it is of another one. */
  length: number;
  bytes: Uint8Array;
  /** The same, two and four at a time. */
  pairs: Uint16Array;
  words: Int32Array;
}

export interface ByteReader {
  /** Every text is put in the same memory: fresh memory would cost more than all that is done with it. What was read before is gone then. */
  read(text: string): LowBytes;
  /** The text that was read last is read only once until then. */
  forget(): void;
}

/** Of a longer text so much is read at a time: what is in the processor's own memory is read more quickly, too. */
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
        }; // read more quickly than a Buffer
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

/** Whether none of eight characters is out of the question for a token or an encoding: all are of ASCII, and none is a blank, a break, a quote or a round bracket. */
export function areDense(four: number, more: number): boolean {
  return (((four - 0x2b2b2b2b) | four | (more - 0x2b2b2b2b) | more) & 0x80808080) === 0; // none is below `+`, none has its highest bit
}

/** A part of a text that is looked at by itself; positions are those of the whole. */
interface TextWindow {
  text: string;
  start: number;
  /** What begins before this, or at its end, is found in another window. */
  from: number;
  to: number;
}

/** Of most texts there is one. `around`: how much more of the text it shows on either side. */
export function windowAt(text: string, from: number, around: number): TextWindow {
  if (text.length <= WINDOW) return { text, start: 0, from, to: text.length };
  const start = Math.max(0, from - around);
  const to = Math.min(from + WINDOW, text.length);
  return { text: text.slice(start, to + around), start, from, to };
}
