/** What a person typed unseen is taken out of all that a program prints afterwards, should it print it. */

export interface HiddenValues {
  /** Part of a line that was typed while it was not shown. */
  type(data: string): void;
  /** The bytes without the values; the beginning of one at their end is kept back. */
  clean(bytes: Buffer): Buffer;
  /** What is kept back. */
  flush(): Buffer;
}

/** Shorter ones stand in too much that is no secret. */
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

/** How many bytes at the end may begin a value. */
function beginningAtEnd(bytes: Buffer, value: Buffer): number {
  for (let length = Math.min(value.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(value.subarray(0, length))) return length;
  }
  return 0;
}
