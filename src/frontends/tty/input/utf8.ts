/** Decodes the keyboard's bytes to text, across reads that end inside a character. */

export interface Utf8Decoder {
  decode(bytes: Uint8Array): string;
}

/** Drops bytes that are not UTF-8, except 8-bit control bytes, with which some terminals begin their replies. */
export function createUtf8Decoder(): Utf8Decoder {
  let held = Buffer.alloc(0);
  return {
    decode(bytes) {
      const all = held.length > 0 ? Buffer.concat([held, bytes]) : Buffer.from(bytes);
      const end = completeEnd(all);
      held = all.subarray(end);
      const text = all.toString('utf8', 0, end);
      return text.includes('\ufffd') ? decodeSlowly(all.subarray(0, end)) : text;
    },
  };
}

/** The end of the last complete character. */
function completeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return sizeOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function decodeSlowly(bytes: Buffer): string {
  let text = '';
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0;
    const size = sizeOf(byte);
    const character = bytes.toString('utf8', index, index + size);
    const isWhole = character.length > 0 && (!character.includes('\ufffd') || isReplacement(bytes, index));
    if (size > 0 && isWhole) {
      text += character;
      index += size;
    } else {
      if (byte >= 0x80 && byte < 0xa0) text += String.fromCharCode(byte);
      index += 1;
    }
  }
  return text;
}

/** True for U+FFFD itself, which a person may paste. */
function isReplacement(bytes: Buffer, index: number): boolean {
  return bytes[index] === 0xef && bytes[index + 1] === 0xbf && bytes[index + 2] === 0xbd;
}

function sizeOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}
