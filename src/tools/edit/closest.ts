/** Finds the part of a file most similar to a text that is not in it, and describes how the two differ. */

import { elapsedMs } from '../../base/elapsed.ts';
import { unixLines } from '../../base/text/unix-lines.ts';
import { foldLine } from './fold.ts';
import { splitLines } from './lines.ts';

export interface Closest {
  start_line: number;
  end_line: number;
  text: string;
  similarity: number;
}

const TIME_LIMIT_MS = 200;
const CHECK_EVERY = 256;
const MAX_CANDIDATES = 12;
const MIN_SIMILARITY = 0.35;
const MAX_SHOWN_LINES = 40;
const MAX_SHOWN_LENGTH = 4000;
const MAX_COMPARED_LENGTH = 400;

export function findClosest(text: string, given: string): Closest | undefined {
  const deadline = elapsedMs() + TIME_LIMIT_MS;
  const lines = splitLines(text).map((line) => line.text);
  const wanted = trimBlank(unixLines(given).split('\n'));
  if (lines.length === 0 || wanted.length === 0) return undefined;
  let best = { start: 0, similarity: 0 };
  for (const start of likelyStarts(lines, wanted, deadline)) {
    const similarity = blockSimilarity(lines, start, wanted);
    if (similarity > best.similarity) best = { start, similarity };
    if (elapsedMs() > deadline) break;
  }
  if (best.similarity < MIN_SIMILARITY) return undefined;
  const end = Math.min(lines.length, best.start + Math.min(wanted.length, MAX_SHOWN_LINES));
  return {
    start_line: best.start + 1,
    end_line: end,
    text: lines.slice(best.start, end).join('\n').slice(0, MAX_SHOWN_LENGTH).toWellFormed(),
    similarity: Math.round(best.similarity * 100) / 100,
  };
}

/** One sentence that says why the two texts are not the same. */
export function describeDifference(given: string, closest: Closest): string {
  const wanted = trimBlank(unixLines(given).split('\n'));
  const actual = closest.text.split('\n');
  const same = (key: (line: string) => string) => wanted.map(key).join('\n') === actual.map(key).join('\n');
  if (same((line) => line.replace(/\s+/g, ''))) return 'They differ in whitespace only.';
  if (same((line) => foldLine(line).replace(/\s+/g, '')))
    return 'They differ in quotes, dashes or other look-alike characters.';
  if (same((line) => line.replace(/\s+/g, '').toLowerCase())) return 'They differ in upper and lower case.';
  const index = wanted.findIndex((line, at) => line.trim() !== (actual[at] ?? '').trim());
  const quote = (line: string | undefined) => JSON.stringify((line ?? '').trim().slice(0, 160));
  return `First difference at line ${closest.start_line + index}: the file has ${quote(actual[index])}, old_string has ${quote(wanted[index])}.`;
}

/** Starts at which most lines of the block recur; failing that, starts at which its longest line has its closest match. */
function likelyStarts(lines: readonly string[], wanted: readonly string[], deadline: number): number[] {
  const offsets = new Map<string, number>();
  for (const [offset, line] of wanted.entries()) {
    const key = squeeze(line);
    if (key.length > 2 && !offsets.has(key)) offsets.set(key, offset);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (index % CHECK_EVERY === 0 && elapsedMs() > deadline) break;
    const offset = offsets.get(squeeze(line));
    if (offset === undefined) continue;
    const start = Math.max(0, index - offset);
    votes.set(start, (votes.get(start) ?? 0) + 1);
  }
  const voted = [...votes].sort((a, b) => b[1] - a[1]).map(([start]) => start);
  if (voted.length > 0) return voted.slice(0, MAX_CANDIDATES);

  const longest = wanted.reduce((best, line, offset) => (line.length > (wanted[best] ?? '').length ? offset : best), 0);
  const target = bigrams(squeeze(wanted[longest] ?? ''));
  const ranked: { start: number; similarity: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % CHECK_EVERY === 0 && elapsedMs() > deadline) break;
    ranked.push({ start: Math.max(0, index - longest), similarity: dice(target, bigrams(squeeze(line))) });
  }
  ranked.sort((a, b) => b.similarity - a.similarity);
  return ranked.slice(0, MAX_CANDIDATES).map(({ start }) => start);
}

function blockSimilarity(lines: readonly string[], start: number, wanted: readonly string[]): number {
  let sum = 0;
  let weight = 0;
  for (const [offset, line] of wanted.slice(0, MAX_SHOWN_LINES * 4).entries()) {
    const actual = lines[start + offset] ?? '';
    const size = Math.min(line.length, MAX_COMPARED_LENGTH) + 1;
    sum += size * (line.trim() === actual.trim() ? 1 : dice(bigrams(squeeze(line)), bigrams(squeeze(actual))));
    weight += size;
  }
  return sum / weight;
}

function bigrams(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const cut = text.slice(0, MAX_COMPARED_LENGTH);
  for (let index = 0; index < cut.length - 1; index++) {
    const pair = cut.slice(index, index + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** Dice coefficient: twice the shared bigrams over the total of both. */
function dice(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  let total = 0;
  for (const [pair, count] of a) {
    total += count;
    shared += Math.min(count, b.get(pair) ?? 0);
  }
  for (const count of b.values()) total += count;
  return total === 0 ? 0 : (2 * shared) / total;
}

function squeeze(line: string): string {
  return line.slice(0, MAX_COMPARED_LENGTH * 2).replace(/\s+/g, '');
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
