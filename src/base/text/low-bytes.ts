/** The low byte of each unit of a text, for loops that look at few of them: positions stay, and a hit is compared as text. */

export interface LowBytes {
  bytes: Uint8Array;
  /** The same, two at a time; without the last one where their number is odd. */
  pairs: Uint16Array;
}

/** What a longer text needs is given back after it; until then the next look at that text takes it again. */
const KEPT = 4 * 1024 * 1024;

/** Every text is put in the same memory: fresh memory would cost more than all that is done with it. What was read before is gone then. */
export function createByteReader(): (text: string) => LowBytes {
  let kept = Buffer.alloc(0);
  let spare: WeakRef<typeof kept> | undefined;
  return (text) => {
    let memory = kept;
    if (memory.length < text.length) memory = spare?.deref() ?? memory;
    if (memory.length < text.length) {
      memory = Buffer.allocUnsafeSlow(Math.ceil(text.length / 2) * 2);
      if (memory.length <= KEPT) kept = memory;
      else spare = new WeakRef(memory);
    }
    memory.write(text, 'latin1');
    const { buffer, byteOffset } = memory;
    return {
      bytes: new Uint8Array(buffer, byteOffset, text.length), // read more quickly than a Buffer
      pairs: new Uint16Array(buffer, byteOffset, text.length >> 1),
    };
  };
}
