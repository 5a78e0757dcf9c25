/** The low byte of each unit of a text, for loops that look at few of them: positions stay, and a hit is compared as text. */

export interface LowBytes {
  bytes: Uint8Array;
  /** The same, two at a time; without the last one where their number is odd. */
  pairs: Uint16Array;
}

/** Of a longer text so much is read at a time: what is in the processor's own memory is read more quickly, too. */
const WINDOW = 1 << 18;

/** Every text is put in the same memory: fresh memory would cost more than all that is done with it. What was read before is gone then. */
export function createByteReader(): (text: string) => LowBytes {
  let memory = Buffer.alloc(0);
  return (text) => {
    if (memory.length < text.length) memory = Buffer.allocUnsafeSlow(Math.ceil(text.length / 2) * 2);
    memory.write(text, 'latin1');
    const { buffer, byteOffset } = memory;
    return {
      bytes: new Uint8Array(buffer, byteOffset, text.length), // read more quickly than a Buffer
      pairs: new Uint16Array(buffer, byteOffset, text.length >> 1),
    };
  };
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
