/** Finds many fixed strings by sampling a text: any match covers a sampled four-character word, which tells the possible patterns. */

import type { LowBytes } from './low-bytes.ts';

export interface PatternMatch {
  at: number;
  pattern: string;
}

/** The leftmost match and, at the same place, the longest; `undefined` if there is none from `from` on. */
export type FindNext = (from: number) => PatternMatch | undefined;

interface Table {
  /** Distance between sampled places, in words of four characters; even the shortest pattern covers one. */
  apart: number;
  /** By key: 1 if a pattern contains such a word. */
  isKnown: Uint8Array;
  /** By word: the patterns that contain it, and at which offsets. */
  where: ReadonlyMap<number, readonly Occurrence[]>;
}

interface Occurrence {
  pattern: string;
  offset: number;
}

const MOST_APART = 16;
/** A pattern this long covers an aligned word wherever it begins. */
const SHORTEST = 7;

/** Ignores patterns of fewer than seven characters. */
export function createFinder(patterns: Iterable<string>): (text: string, low: LowBytes) => FindNext {
  const wanted = [...new Set(patterns)].filter(({ length }) => length >= SHORTEST);
  if (wanted.length === 0) return () => () => undefined;
  const table = tableOf(wanted);
  return (text, low) => (from) => findNext(text, low, from, table);
}

function findNext(text: string, { words }: LowBytes, from: number, table: Table): PatternMatch | undefined {
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

/** A separate function, because a loop without calls is fast. */
function nextKnown(words: Int32Array, from: number, count: number, { apart, isKnown }: Table): number {
  let at = from;
  while (at < count && isKnown[keyOf(words[at] as number)] === 0) at += apart;
  return at;
}

function leftmost(
  text: string,
  at: number,
  from: number,
  occurrences: readonly Occurrence[] = [],
): PatternMatch | undefined {
  let best: PatternMatch | undefined;
  for (const { pattern, offset } of occurrences) {
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
  const where = new Map<number, Occurrence[]>();
  const four = new Uint8Array(4);
  const word = new Int32Array(four.buffer); // in the machine's byte order
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

/** A 16-bit hash; other words may share it. */
function keyOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> 16;
}
