/** A checksum against torn and garbled text. Not against an adversary; and `node:crypto` costs 10 ms to load. */

/** 16 hexadecimal digits: two multiplicative hashes over UTF-16 units with different seeds. */
export function checksum(text: string): string {
  const sum = createChecksum();
  sum.add(text);
  return sum.end();
}

/** Of a text that comes in pieces. */
export function createChecksum(): { add(text: string): void; end(): string } {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  return {
    add(text) {
      let [first, second] = [high, low];
      const bytes = Buffer.from(text, 'utf16le'); // a loop over them is short enough not to be optimised at once, which takes 5 MB
      const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
      const { imul } = Math;
      for (let index = 0, end = text.length; index < end; index++) {
        const unit = units[index] ?? 0;
        first = imul(first ^ unit, 0x9e3779b1);
        second = imul(second ^ unit, 0x5f356495);
      }
      [high, low] = [first, second];
    },
    end() {
      const mixed = mix(high, low);
      return hex(mixed) + hex(mix(low, mixed));
    },
  };
}

function mix(value: number, other: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return Math.imul(once ^ (once >>> 13) ^ other, 0xc2b2ae35) ^ (other >>> 16);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
