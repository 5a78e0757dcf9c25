/** Parses a unified diff into rows to draw: files, line numbers, and the changed words of a changed line. Pure. */

import { nameInDiff } from './c-quoting.ts';
import type { Range } from './text-width.ts';
import { visibleLine } from './visible.ts';

export interface DiffFile {
  /** Path after the change, or before it if the file was deleted; to be shown. */
  path: string;
  additions: number;
  deletions: number;
  hunks: DiffRow[][];
}

export interface DiffRow {
  /** `\`: a remark about the diff itself. */
  kind: ' ' | '+' | '-' | '\\';
  /** Line number in the new file, or in the old one for a removed line. */
  number: number;
  text: string;
  /** The parts that differ from the line's counterpart before or after the change. */
  changed: readonly Range[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** Longer lines, or lines with more words, are not compared word by word. */
const LONGEST_LINE = 1000;
const MOST_WORDS = 200;
/** Lines that share a smaller part than this count as unrelated, not as changed. */
const LEAST_SHARED = 0.3;

/** Counts the lines of each hunk, so that a removed `-- x` is not taken for a header. */
export function readDiff(diff: string): DiffFile[] {
  const files: DiffFile[] = [];
  let file: DiffFile | undefined;
  let from = '';
  let rows: DiffRow[] = [];
  let [oldAt, newAt, oldLeft, newLeft] = [0, 0, 0, 0];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      [oldAt, oldLeft, newAt, newLeft] = [hunk[1], hunk[2] ?? 1, hunk[3], hunk[4] ?? 1].map(Number) as Four;
      rows = [];
      file ??= open('');
      file.hunks.push(rows);
    } else if (line.startsWith('\\')) rows.push({ kind: '\\', number: 0, text: line.slice(2), changed: [] });
    else if (oldLeft <= 0 && newLeft <= 0) {
      if (line.startsWith('--- ')) from = nameIn(line);
      else if (line.startsWith('+++ ')) {
        const to = nameIn(line);
        file = open(to === '/dev/null' ? from : to);
      }
    } else {
      const kind = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ';
      rows.push({ kind, number: kind === '-' ? oldAt : newAt, text: line.slice(1), changed: [] });
      if (kind !== '+') [oldAt, oldLeft] = [oldAt + 1, oldLeft - 1];
      if (kind !== '-') [newAt, newLeft] = [newAt + 1, newLeft - 1];
      if (file && kind === '+') file.additions += 1;
      if (file && kind === '-') file.deletions += 1;
    }
  }
  return files.map((each) => ({ ...each, hunks: each.hunks.map(markWords) }));

  function open(path: string): DiffFile {
    const opened = { path, additions: 0, deletions: 0, hunks: [] };
    files.push(opened);
    return opened;
  }
}

type Four = [number, number, number, number];

/** The name in `+++ b/src/a.ts`. One in quotes can hide control characters, which the rest of a diff to draw no longer has. */
function nameIn(line: string): string {
  const name = nameInDiff(line.slice(4));
  return line.startsWith('"', 4) ? visibleLine(name) : name;
}

/** Pairs removed lines with the lines added in their place and marks the words that differ. */
function markWords(rows: readonly DiffRow[]): DiffRow[] {
  const marked = [...rows];
  let at = 0;
  while (at < marked.length) {
    const removed = runFrom(marked, at, '-');
    const added = runFrom(marked, at + removed, '+');
    for (let index = 0; index < Math.min(removed, added); index += 1) {
      const [before, after] = [marked[at + index], marked[at + removed + index]];
      const changes = before && after && compareWords(before.text, after.text);
      if (!changes) continue;
      marked[at + index] = { ...before, changed: changes.before };
      marked[at + removed + index] = { ...after, changed: changes.after };
    }
    at += Math.max(1, removed + added);
  }
  return marked;
}

function runFrom(rows: readonly DiffRow[], start: number, kind: DiffRow['kind']): number {
  let end = start;
  while (rows[end]?.kind === kind) end += 1;
  return end - start;
}

function compareWords(before: string, after: string): { before: Range[]; after: Range[] } | undefined {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return undefined;
  const [left, right] = [wordsOf(before), wordsOf(after)];
  if (left.length > MOST_WORDS || right.length > MOST_WORDS) return undefined;
  const shared = sharedWords(left, right);
  const kept = shared.reduce((sum, [index]) => sum + (left[index]?.trim().length ?? 0), 0);
  const all = Math.max(before.replace(/\s/g, '').length, after.replace(/\s/g, '').length);
  if (all === 0 || kept / all < LEAST_SHARED) return undefined;
  return {
    before: rangesOf(left, new Set(shared.map(([index]) => index))),
    after: rangesOf(right, new Set(shared.map(([, index]) => index))),
  };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The longest common subsequence, as pairs of indexes. */
function sharedWords(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** The runs of words that are not shared; whitespace between two such words is part of the run. */
function rangesOf(words: readonly string[], shared: ReadonlySet<number>): Range[] {
  const ranges: Range[] = [];
  let offset = 0;
  for (const [index, word] of words.entries()) {
    const last = ranges.at(-1);
    const isBetween = last?.end === offset && /^\s+$/.test(word) && index + 1 < words.length && !shared.has(index + 1);
    if (!shared.has(index) || isBetween) {
      if (last?.end === offset) last.end = offset + word.length;
      else ranges.push({ start: offset, end: offset + word.length });
    }
    offset += word.length;
  }
  return ranges;
}
