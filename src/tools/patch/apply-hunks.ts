/** Applies hunks to a text: each hunk is located by its lines, whatever its line numbers say, and only a single place is accepted. */

import { findClosest } from '../edit/closest.ts';
import { findRuns } from '../edit/find-run.ts';
import { joinLines, type Line, splitLines, usualEnding } from '../edit/lines.ts';
import type { MatchStage } from '../edit/match.ts';
import { findRival } from '../edit/rival.ts';
import type { Hunk, HunkLine } from './file-patch.ts';
import { type BlockMatch, indexLines, type LineIndex, STAGES } from './line-index.ts';

export interface Mismatch {
  /** 1-based. */
  hunk: number;
  patch_line: number;
  reason: 'not-found' | 'ambiguous' | 'taken';
  /** 1-based line of the file at which the hunk should match, if known. */
  line?: number;
  expected?: string;
  actual?: string;
  /** All places of an ambiguous hunk, as lines of the file. */
  lines?: number[];
  closest?: string;
  hint?: string;
}

export type Applied = { text: string; stage: MatchStage } | { mismatch: Mismatch };

/**
 * `isFinal`: the hunk states whether the file ends with a newline. `rank` orders lines added at the same place: first lines that follow a
 * line of their own hunk, which they may replace, then pure insertions, last lines that belong before the next line.
 */
type NewLine = Pick<Line, 'text' | 'ending'> & { isFinal: boolean; rank: 0 | 1 | 2 };

export function applyHunks(text: string, hunks: readonly Hunk[]): Applied {
  const lines = splitLines(text);
  const index = indexLines(lines);
  const result: Result = { removed: new Uint8Array(lines.length), added: new Map(), usual: usualEnding(lines) };
  let stage: MatchStage = 'exact';
  let cursor = 0;
  let drift = 0;
  for (const [number, hunk] of hunks.entries()) {
    const block = oldSide(hunk.lines);
    const isFree = (match: BlockMatch) =>
      !block.some((_, offset) => result.removed[match.at + offset] === 1) && canIndent(hunk, match);
    const match = locate(hunk, block, { lines, index, cursor, drift, isFree });
    if (!('at' in match)) {
      const taken = match.matches.length > 0 ? undefined : index.find(block, 'exact')[0];
      if (taken) {
        const base = { hunk: number + 1, patch_line: hunk.patchLine };
        return { mismatch: { ...base, reason: 'taken', line: taken.at + 1 } };
      }
      return {
        mismatch: describe(hunk, number + 1, block.length > 0 ? block : hunk.anchors, match.matches, text, lines),
      };
    }
    applyAt(match, hunk, lines, result);
    stage = laterStage(stage, match.stage);
    if (hunk.oldStart !== undefined && block.length > 0) drift = match.at - (hunk.oldStart - 1);
    cursor = Math.max(cursor, match.at + block.length);
  }
  return { text: assemble(lines, result), stage };
}

/** The lines removed, and the lines added before each original line. */
interface Result {
  removed: Uint8Array;
  added: Map<number, NewLine[]>;
  /** The usual line ending of the file. */
  usual: '\n' | '\r\n';
}

function applyAt(
  { at, reindent }: BlockMatch,
  hunk: Hunk,
  lines: readonly Line[],
  { removed, added, usual }: Result,
): void {
  const hasOwnEndings = hunk.lines.some(({ text }) => text.endsWith('\r')) && agreesOnEndings(hunk, lines.slice(at));
  const isFinal = hunk.lines.some(({ kind, noNewline }) => kind !== ' ' && noNewline);
  const isInsertion = hunk.lines.every(({ kind }) => kind === '+');
  let next = at;
  for (const { kind, text, noNewline } of hunk.lines) {
    if (kind === '-') removed[next] = 1;
    if (kind !== '+') {
      next++;
      continue;
    }
    const plain = withoutReturn(text);
    const own = text.endsWith('\r') ? '\r\n' : '\n';
    const near = (lines[next - 1] ?? lines[next])?.ending || usual;
    const ending = noNewline ? '' : hasOwnEndings ? own : near;
    const rank = next > at ? 0 : isInsertion ? 1 : 2;
    const line = { text: reindent?.(plain, false) ?? plain, ending, isFinal, rank } as const;
    const here = added.get(next);
    if (here) here.push(line);
    else added.set(next, [line]);
  }
}

/** True if the indentation of each new line at that place is known. */
function canIndent({ lines }: Hunk, { reindent }: BlockMatch): boolean {
  return !reindent || lines.every(({ kind, text }) => kind !== '+' || reindent(text, false) !== undefined);
}

/** True if the patch and the file agree on carriage returns; otherwise the patch's returns are not part of the change. */
function agreesOnEndings(hunk: Hunk, lines: readonly Line[]): boolean {
  const old = hunk.lines.filter(({ kind }) => kind !== '+');
  return old.every(
    ({ text }, at) => text.endsWith('\r') === (lines[at]?.ending === '\r\n') || lines[at]?.ending === '',
  );
}

function laterStage(a: MatchStage, b: MatchStage): MatchStage {
  const order: readonly MatchStage[] = STAGES;
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}

interface Search {
  lines: readonly Line[];
  index: LineIndex;
  /** The line at which the previous hunk ended. */
  cursor: number;
  /** By how much the line numbers of the previous hunk were off. */
  drift: number;
  isFree: (match: BlockMatch) => boolean;
}

function locate(hunk: Hunk, block: readonly string[], search: Search): BlockMatch | { matches: BlockMatch[] } {
  const { lines, index, cursor, drift, isFree } = search;
  // Blank lines occur at many places, so a slightly wrong number would still match one.
  const isTelling = block.length === 0 || block.some((line) => line.trim() !== '');
  const stated = hunk.oldStart === undefined || !isTelling ? [] : [hunk.oldStart - 1 + drift, hunk.oldStart - 1];
  const anchor = findAnchor(hunk, search);
  if (block.length === 0) {
    const end = lines.length;
    if (anchor !== undefined) return { at: anchor, stage: 'exact' };
    if (hunk.anchors.length > 0) return { matches: [] };
    // Without old lines, the number is that of the line before.
    const [line] = stated;
    return { at: line === undefined || hunk.atEnd ? end : Math.min(end, Math.max(0, line + 1)), stage: 'exact' };
  }
  for (const stage of STAGES) {
    for (const line of stated) {
      const here = index.matches(block, line, stage);
      if (here && isFree(here)) return here;
    }
    const all = index.find(block, stage).filter(isFree);
    const rival =
      all.length === 1 && all[0]?.reindent
        ? findRival(
            lines.map(({ text }) => text),
            block,
            all[0].at,
          )
        : undefined;
    if (rival !== undefined) return { matches: [...all, { at: rival, stage }].sort((a, b) => a.at - b.at) };
    const atEnd = all.filter((match) => match.at + block.length === lines.length);
    if (hunk.atEnd && atEnd[0]) return atEnd[0];
    const after = all.filter((match) => match.at >= Math.max(anchor ?? 0, cursor));
    if (anchor !== undefined && after[0]) return after[0];
    const only = all.length === 1 ? all : after;
    if (only.length === 1 && only[0]) return only[0];
    if (all.length > 0) return { matches: all };
  }
  return { matches: [] };
}

/** The line after the last anchor, each searched for below the previous one; `undefined` without anchors, or if one is not found. */
function findAnchor({ anchors }: Hunk, { lines, index, cursor }: Search): number | undefined {
  if (anchors.length === 0) return undefined;
  let from = cursor;
  for (const anchor of anchors) {
    const matches = index.find([anchor], 'whitespace');
    const match = matches.find(({ at }) => at >= from) ?? matches[0];
    const at = match ? match.at : lines.findIndex(({ text }, line) => line >= from && text.includes(anchor));
    if (at === -1) return undefined;
    from = at + 1;
  }
  return from;
}

function assemble(lines: readonly Line[], { removed, added, usual }: Result): string {
  const result: (Line | NewLine)[] = [];
  for (let at = 0; at <= lines.length; at++) {
    for (const line of (added.get(at) ?? []).toSorted((a, b) => a.rank - b.rank)) result.push(line);
    const line = lines[at];
    if (line && removed[at] !== 1) result.push(line);
  }
  const hadFinalNewline = lines.at(-1)?.ending !== '';
  return joinLines(
    result.map((line, at) => {
      if (at < result.length - 1) return line.ending === '' ? { ...line, ending: usual } : line;
      // A patch that does not mention the final newline does not change whether there is one.
      return 'isFinal' in line && !line.isFinal && !hadFinalNewline ? { ...line, ending: '' } : line;
    }),
  );
}

function describe(
  hunk: Hunk,
  number: number,
  block: readonly string[],
  matches: readonly BlockMatch[],
  text: string,
  lines: readonly Line[],
): Mismatch {
  const base = { hunk: number, patch_line: hunk.patchLine };
  if (matches.length > 0) {
    const lost = hunk.anchors.find((anchor) => !lines.some((line) => line.text.includes(anchor)));
    const hint = lost === undefined ? {} : { hint: `${JSON.stringify(lost)} is not in the file.` };
    return { ...base, reason: 'ambiguous', lines: matches.map(({ at }) => at + 1), ...hint };
  }
  const wanted = newSide(hunk.lines);
  const isThere =
    wanted.some((line) => line.trim() !== '') &&
    findRuns(
      lines.map((line) => line.text.trimEnd()),
      wanted.map((line) => line.trimEnd()),
      1,
    ).length > 0;
  const hint = isThere ? 'The new lines are there already: it may have been applied before.' : undefined;
  const closest = findClosest(text, block.join('\n'));
  const first = block.findIndex((line) => line.trim() !== '');
  const start = closest ? closest.start_line - 1 - Math.max(0, first) : (hunk.oldStart ?? 1) - 1;
  const offset = block.findIndex((line, at) => line.trim() !== (lines[start + at]?.text ?? '').trim());
  const at = Math.max(0, offset);
  return {
    ...base,
    reason: 'not-found',
    line: start + at + 1,
    expected: (block[at] ?? '').toWellFormed(),
    actual: (lines[start + at]?.text ?? '').slice(0, 400).toWellFormed(),
    ...(closest && { closest: closest.text }),
    ...(hint !== undefined && { hint }),
  };
}

function oldSide(lines: readonly HunkLine[]): string[] {
  return lines.filter(({ kind }) => kind !== '+').map(({ text }) => withoutReturn(text));
}

function newSide(lines: readonly HunkLine[]): string[] {
  return lines.filter(({ kind }) => kind !== '-').map(({ text }) => withoutReturn(text));
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
