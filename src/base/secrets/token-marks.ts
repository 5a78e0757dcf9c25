/**
 * Finds the marks that tokens begin with, where a token can be. From its mark on a token has at least fifteen characters, whatever its format: so
 * it holds a block (eight characters that begin at a multiple of eight), begins at most seven before its first one, and has seven more around it.
 * Characters are looked at eight at a time first, which leaves few blocks; then in pairs, with all that must be known of a pair in one table.
 */

import type { Found } from './find-many.ts';
import type { LowBytes } from './low-bytes.ts';

const CHARACTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~');
/** What a mark may hold before the token, as in `5:A`. */
const BEFORE = 2;
/** How many pairs around a block are looked at; nearer to an end of the text, none. */
const FAR = 6;

/** Both are in tokens. */
const TOKEN = 1;
/** A mark begins with it; it goes on with it behind that. */
const FIRST = 2;
const SECOND = FIRST << 1;
/** A mark begins with its second one; it goes on with both. */
const LATE_FIRST = 8;
const LATE_SECOND = LATE_FIRST << 1;

/** In order. Marks have at least three characters; of those that begin at the same place, the longest is found. */
export function createMarkFinder(marks: readonly string[]): (text: string, low: LowBytes) => Found[] {
  const longestFirst = marks.toSorted((a, b) => b.length - a.length);
  const byBeginning = Map.groupBy(longestFirst, (mark) => beginningAt(Buffer.from(mark, 'latin1'), 0));
  const begins = new Uint8Array(1 << 15);
  for (const key of byBeginning.keys()) begins[key] = 1;
  const table = tableOf(marks);
  let place = new Int32Array();

  function markAt(text: string, at: number, key: number): string | undefined {
    return byBeginning.get(key)?.find((mark) => text.startsWith(mark, at));
  }

  return (text, low) => {
    const { bytes } = low;
    if (place.length < text.length >> 3) place = new Int32Array(text.length >> 3);
    const found: Found[] = [];
    let next = 0;
    for (const block of blocksIn(low, place, table)) {
      for (let at = Math.max(next, block - 7 - BEFORE); at <= block; at += 1) {
        const key = beginningAt(bytes, at);
        if (begins[key] === 0) continue;
        const pattern = markAt(text, at, key);
        if (pattern !== undefined) found.push({ at, pattern });
      }
      next = block + 1;
    }
    return found;
  };
}

/** Where blocks are in or before which a mark may begin, and that may have seven more around them: six on one side, or two on either. */
function blocksIn({ length, pairs, words }: LowBytes, place: Int32Array, table: Uint8Array): number[] {
  const blocks: number[] = [];
  const count = length >> 1;
  const dense = denseBlocks(words, length >> 2, place);
  for (let index = 0; index < dense; index += 1) {
    const at = (place[index] as number) * 2;
    const first = table[pairs[at] as number] as number;
    const second = table[pairs[at + 1] as number] as number;
    const third = table[pairs[at + 2] as number] as number;
    if ((first & second & third & (table[pairs[at + 3] as number] as number) & TOKEN) === 0) continue;
    if (at >= FAR && at + FAR < count) {
      const a = table[pairs[at - 1] as number] as number;
      const b = table[pairs[at - 2] as number] as number;
      const c = table[pairs[at - 3] as number] as number;
      const d = table[pairs[at - 4] as number] as number;
      const e = table[pairs[at - 5] as number] as number;
      const after = table[pairs[at + 4] as number] as number;
      const manyAfter = after & (table[pairs[at + 5] as number] as number) & (table[pairs[at + 6] as number] as number);
      const begins =
        ((e << 1) & d) |
        ((d << 1) & c) |
        ((c << 1) & b) |
        ((b << 1) & a) |
        ((a << 1) & first) |
        ((first << 1) & second);
      if ((begins & (SECOND | LATE_SECOND)) === 0 || (((a & after) | (a & b & c) | manyAfter) & TOKEN) === 0) continue;
    }
    blocks.push(at * 2);
  }
  return blocks;
}

/** Puts down at which words blocks begin that hold nothing below `+` and nothing but ASCII. Without a branch, which would be foreseen wrongly too often. */
function denseBlocks(words: Int32Array, count: number, place: Int32Array): number {
  let found = 0;
  for (let at = 0; at + 2 <= count; at += 2) {
    const four = words[at] as number;
    const more = words[at + 1] as number;
    const other = ((four - 0x2b2b2b2b) | four | (more - 0x2b2b2b2b) | more) & 0x80808080;
    place[found] = at;
    found += ((other | -other) >>> 31) ^ 1;
  }
  return found;
}

function tableOf(marks: readonly string[]): Uint8Array {
  const table = new Uint8Array(1 << 16);
  const view = new Uint8Array(2);
  const pair = new Uint16Array(view.buffer);
  const add = (first: number, second: number, what: number) => {
    view[0] = first;
    view[1] = second;
    const key = pair[0] as number; // as the machine reads two bytes
    table[key] = (table[key] as number) | what;
  };
  for (const first of CHARACTERS) for (const second of CHARACTERS) add(first, second, TOKEN);
  for (const mark of marks) {
    const [a = 0, b = 0, c = 0, d] = Buffer.from(mark, 'latin1');
    add(a, b, FIRST);
    add(b, c, LATE_SECOND);
    for (let any = 0; any < 256; any += 1) {
      add(any, a, LATE_FIRST);
      if (d === undefined || d === any) add(c, any, SECOND);
    }
  }
  return table;
}

/** Three characters as one number, which others may share. */
function beginningAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] as number) << 10) ^ ((bytes[at + 1] as number) << 5) ^ (bytes[at + 2] as number)) & 0x7fff;
}
