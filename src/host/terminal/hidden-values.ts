/** Masks values that a person typed without echo wherever a program prints them afterwards. */

export interface HiddenValues {
  /** Adds to the line being typed without echo. */
  type(data: string): void;
  /** The bytes with the values masked; a possible beginning of a value at their end is held back. */
  clean(bytes: Buffer): Buffer;
  /** Returns the bytes held back. */
  flush(): Buffer;
}

/** Shorter values occur too often in text that is not secret. */
const SHORTEST = 4;
const MASK = '*';

export function createHiddenValues(): HiddenValues {
  const values: Buffer[] = [];
  let line = '';
  let held: Buffer = Buffer.alloc(0);

  function add(value: string): void {
    const bytes = Buffer.from(value);
    if (bytes.length >= SHORTEST && !values.some((known) => known.equals(bytes))) values.push(bytes);
  }

  return {
    type(data) {
      for (const character of data) {
        if (character === '\r' || character === '\n') {
          add(line);
          line = '';
        } else if (character === '\x7f' || character === '\b') line = line.slice(0, -1);
        else if (character === '\x15' || character === '\x03') line = '';
        else if (character >= ' ') line += character;
      }
    },
    clean(bytes) {
      if (values.length === 0) return bytes;
      const all = Buffer.concat([held, bytes]);
      for (const value of values) {
        for (let at = all.indexOf(value); at >= 0; at = all.indexOf(value, at + value.length)) {
          all.fill(MASK, at, at + value.length);
        }
      }
      const keep = Math.max(...values.map((value) => beginningAtEnd(all, value)));
      held = all.subarray(all.length - keep);
      return all.subarray(0, all.length - keep);
    },
    flush() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest;
    },
  };
}

/** How many bytes at the end may be the beginning of a value. */
function beginningAtEnd(bytes: Buffer, value: Buffer): number {
  for (let length = Math.min(value.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(value.subarray(0, length))) return length;
  }
  return 0;
}
