/** A checksum against torn and garbled text. Not against an adversary; and `node:crypto` costs 10 ms to load. */

/** 16 hexadecimal digits: two multiplicative hashes over UTF-16 units with different seeds. */
export function checksum(text: string): string {
  if (text.length > LONG) {
    const sum = createChecksum();
    sum.add(text);
    return sum.end();
  }
  let high = HIGH_START;
  let low = LOW_START;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
    low = Math.imul(low ^ unit, LOW_FACTOR);
  }
  return ended(high, low);
}

/** Of a text that comes in pieces. */
export function createChecksum(): { add(text: string): void; end(): string } {
  let high = HIGH_START;
  let low = LOW_START;
  let place: Buffer | undefined;

  /** What is long mostly comes in many pieces of a size: fresh memory for each would stay until somebody looks for what is in use. */
  function inPlace(text: string): Uint16Array {
    if (!place || place.length < 2 * text.length) place = Buffer.allocUnsafeSlow(2 * text.length);
    place.write(text, 'utf16le');
    return unitsOf(place).subarray(0, text.length);
  }

  return {
    add(text) {
      const units = text.length > LONG ? inPlace(text) : unitsOf(Buffer.from(text, 'utf16le'));
      if (text.length > LONG) {
        high = units.reduce((sum, unit) => Math.imul(sum ^ unit, HIGH_FACTOR), high);
        low = units.reduce((sum, unit) => Math.imul(sum ^ unit, LOW_FACTOR), low);
      } else {
        let a = high; // in one loop, with nothing of the closure in it: it runs cold
        let b = low;
        for (let index = 0; index < units.length; index++) {
          const unit = units[index] as number;
          a = Math.imul(a ^ unit, HIGH_FACTOR);
          b = Math.imul(b ^ unit, LOW_FACTOR);
        }
        high = a;
        low = b;
      }
    },
    end: () => ended(high, low),
  };
}

const HIGH_START = 0xdeadbeef;
const LOW_START = 0x41c6ce57;
const HIGH_FACTOR = 0x9e3779b1;
const LOW_FACTOR = 0x5f356495;
/** The first request of a session is a line that long. V8 would optimise a loop over it at once, which takes 5 MB and 4 ms. */
const LONG = 4096;

function unitsOf({ buffer, byteOffset, length }: Buffer): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2);
}

function ended(high: number, low: number): string {
  const mixed = mix(high, low);
  return hex(mixed) + hex(mix(low, mixed));
}

function mix(value: number, other: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return Math.imul(once ^ (once >>> 13) ^ other, 0xc2b2ae35) ^ (other >>> 16);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
