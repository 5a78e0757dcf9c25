/** Fuzzy search over many names, in slices, so that typing never waits for it. */

import { elapsedMs } from '../../../base/elapsed.ts';
import { createFuzzyMatcher } from './fuzzy.ts';

export interface FuzzyIndex {
  /** Best names first. `undefined` if `isCurrent` reported that the result is no longer wanted. */
  search(query: string, limit: number, isCurrent: () => boolean): Promise<string[] | undefined>;
}

interface Ranked {
  index: number;
  score: number;
}

/** Longest duration of one slice; the event loop runs between slices. */
const SLICE_MS = 2;
const CHECK_EVERY = 64;

export function createFuzzyIndex(names: readonly string[]): FuzzyIndex {
  const lowers: string[] = [];
  const masks = new Int32Array(names.length);
  // A query that extends this one can only match what this one matched.
  let last: { query: string; matches: Int32Array } | undefined;

  /** Prepares names when they are first needed. */
  function lowerAt(index: number): string {
    for (let next = lowers.length; next <= index; next += 1) {
      const lower = (names[next] ?? '').toLowerCase();
      lowers.push(lower);
      masks[next] = maskOf(lower);
    }
    return lowers[index] ?? '';
  }

  return {
    async search(query, limit, isCurrent) {
      const narrows = last !== undefined && query.toLowerCase().startsWith(last.query);
      const candidates = narrows ? last?.matches : undefined;
      const matcher = createFuzzyMatcher(query);
      const wanted = maskOf(query.toLowerCase());
      const total = candidates?.length ?? names.length;
      const matches = new Int32Array(total);
      const top: Ranked[] = [];
      let found = 0;
      let sliceStart = elapsedMs();
      for (let step = 0; step < total; step += 1) {
        if (step % CHECK_EVERY === CHECK_EVERY - 1 && elapsedMs() - sliceStart > SLICE_MS) {
          await new Promise((resolve) => setImmediate(resolve));
          if (!isCurrent()) return undefined;
          sliceStart = elapsedMs();
        }
        const index = candidates?.[step] ?? step;
        const lower = lowerAt(index);
        if (((masks[index] ?? 0) & wanted) !== wanted) continue;
        const score = query === '' ? -depthOf(lower) : matcher.score(names[index] ?? '', lower);
        if (score === undefined) continue;
        matches[found] = index;
        found += 1;
        keepBest(top, { index, score }, limit);
      }
      last = { query: query.toLowerCase(), matches: matches.slice(0, found) };
      return top.map(({ index }) => names[index] ?? '');
    },
  };
}

/** Inserts the entry in order, best first; equal entries keep the order in which they came. */
function keepBest(top: Ranked[], entry: Ranked, limit: number): void {
  const worst = top.at(-1);
  if (top.length >= limit && worst !== undefined && entry.score <= worst.score) return;
  let at = top.length;
  while (at > 0 && (top[at - 1]?.score ?? 0) < entry.score) at -= 1;
  top.splice(at, 0, entry);
  if (top.length > limit) top.pop();
}

/** The letters of a name as bits: a name that lacks a wanted letter needs no closer look. */
function maskOf(lower: string): number {
  let mask = 0;
  for (let index = 0; index < lower.length; index += 1) {
    const code = lower.charCodeAt(index);
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << 26;
    else if (code === 46) mask |= 1 << 27;
    else if (code === 47) mask |= 1 << 28;
    else if (code === 45 || code === 95) mask |= 1 << 29;
    else mask |= 1 << 30;
  }
  return mask;
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}
