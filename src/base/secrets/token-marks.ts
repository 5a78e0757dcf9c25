/**
 * Finds the marks that tokens begin with, at places where a token is possible. Every format has at least fifteen characters
 * from its mark on. A token therefore contains a block (eight characters that start at a multiple of eight), begins at most
 * seven characters before its first block, and has seven more characters around it. Characters are tested eight at a time
 * first, which leaves few blocks, and then in pairs, with everything to be known about a pair in one table.
 */

import type { PatternMatch } from './find-many.ts';
import type { LowBytes } from './low-bytes.ts';

const CHARACTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~');
/** Characters of a mark that may precede the token characters, as in `5:A`. */
const BEFORE = 2;
/** Pairs examined around a block; closer to either end of the text, none are. */
const FAR = 6;

/** Both characters occur in tokens. */
const TOKEN = 1;
/** `FIRST`: the pair begins a mark. `SECOND`: the pair is a mark's third and fourth characters. */
const FIRST = 2;
const SECOND = FIRST << 1;
/** `LATE_FIRST`: the pair's second character begins a mark. `LATE_SECOND`: the pair is a mark's second and third characters. */
const LATE_FIRST = 8;
const LATE_SECOND = LATE_FIRST << 1;

/** Returns the marks in order. Marks have at least three characters; of those that begin at the same place, the longest is found. */
export function createMarkFinder(marks: readonly string[]): (text: string, low: LowBytes) => PatternMatch[] {
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
    const found: PatternMatch[] = [];
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

/**
 * Offsets of blocks in or before which a mark may begin, and which may have seven more characters
 * around them: six on one side, or two on each.
 */
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

/**
 * Writes to `place` at which words the blocks begin that are all ASCII with nothing below `+`, and
 * returns how many. Branch-free, because a branch would be mispredicted too often.
 */
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
    const key = pair[0] as number; // in the machine's byte order
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

/** A 15-bit hash of three characters; others may share it. */
function beginningAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] as number) << 10) ^ ((bytes[at + 1] as number) << 5) ^ (bytes[at + 2] as number)) & 0x7fff;
}
