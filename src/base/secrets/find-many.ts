/** Finds many fixed texts by looking at few places: whichever of them is there covers one, and the four characters there tell which it may be. */

import type { LowBytes } from './low-bytes.ts';

export interface Found {
  at: number;
  pattern: string;
}

/** The leftmost, and of those that begin there the longest; `undefined`: none from there on. */
export type FindNext = (from: number) => Found | undefined;

interface Table {
  /** How many words of four characters apart the places are: the shortest pattern covers one. */
  apart: number;
  /** Whether a word is in a pattern, by its key. */
  isKnown: Uint8Array;
  /** In which it is, and how far from the beginning. */
  where: ReadonlyMap<number, readonly Place[]>;
}

interface Place {
  pattern: string;
  offset: number;
}

const MOST_APART = 16;
/** Wherever it begins, it covers a word. */
const SHORTEST = 7;

/** Patterns of fewer than seven characters are left out. */
export function createFinder(patterns: Iterable<string>): (text: string, low: LowBytes) => FindNext {
  const wanted = [...new Set(patterns)].filter(({ length }) => length >= SHORTEST);
  if (wanted.length === 0) return () => () => undefined;
  const table = tableOf(wanted);
  return (text, low) => (from) => findNext(text, low, from, table);
}

function findNext(text: string, { words }: LowBytes, from: number, table: Table): Found | undefined {
  const { apart, where } = table;
  const count = text.length >> 2;
  const first = (from + 3) >> 2;
  for (let at = first + ((apart - (first % apart)) % apart); ; at += apart) {
    at = nextKnown(words, at, count, table);
    if (at >= count) return undefined;
    const found = leftmost(text, at * 4, from, where.get(words[at] as number));
    if (found) return found;
  }
}

/** By itself, because a loop that calls nothing is quick. */
function nextKnown(words: Int32Array, from: number, count: number, { apart, isKnown }: Table): number {
  let at = from;
  while (at < count && isKnown[keyOf(words[at] as number)] === 0) at += apart;
  return at;
}

function leftmost(text: string, at: number, from: number, places: readonly Place[] = []): Found | undefined {
  let best: Found | undefined;
  for (const { pattern, offset } of places) {
    const start = at - offset;
    if (start < from || (best && start > best.at) || !text.startsWith(pattern, start)) continue;
    if (!best || start < best.at || pattern.length > best.pattern.length) best = { at: start, pattern };
  }
  return best;
}

function tableOf(patterns: readonly string[]): Table {
  const shortest = patterns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const apart = Math.min((shortest - 3) >> 2, MOST_APART);
  const isKnown = new Uint8Array(1 << 16);
  const where = new Map<number, Place[]>();
  const four = new Uint8Array(4);
  const word = new Int32Array(four.buffer); // as the machine reads four bytes
  for (const pattern of patterns) {
    const bytes = Buffer.from(pattern.slice(0, apart * 4 + 3), 'latin1');
    for (let offset = 0; offset < apart * 4; offset += 1) {
      four.set(bytes.subarray(offset, offset + 4));
      const [key = 0] = word;
      isKnown[keyOf(key)] = 1;
      const there = where.get(key);
      if (there) there.push({ pattern, offset });
      else where.set(key, [{ pattern, offset }]);
    }
  }
  return { apart, isKnown, where };
}

/** Sixteen bits, which other words may share. */
function keyOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> 16;
}
