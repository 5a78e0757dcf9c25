/** Applies the change from `given` to `wanted` to a text that only resembles `given`. */

import { unixLines } from '../../base/text/unix-lines.ts';
import { alignLines, alignLinesFromEnd, type Change, slideOf } from './align-lines.ts';
import type { Reindent } from './indent-map.ts';
import { joinLines, type Line, splitLines } from './lines.ts';

export interface CarryOver {
  given: string;
  wanted: string;
  /** The text in the file. */
  actual: string;
  /** For each line of `given`, the index of its line in `actual`, or -1. */
  places: readonly number[];
  /** Line ending for new lines. */
  ending: '\n' | '\r\n';
  reindent?: Reindent;
  /** True if carriage returns in `given` and `wanted` are part of their lines' text. */
  isLiteral?: boolean;
}

/**
 * Lines that the change keeps stay as they are in the file. `undefined` if the change touches a line that is missing from the file, touches
 * a gap (lines of the file that `given` lacks between two neighbours), or can be read in two ways with different results.
 */
export function carryOver(carry: CarryOver): string | undefined {
  const [given, wanted] = plainLines(carry);
  const first = carryChanges(carry, given, wanted, alignLines(given, wanted));
  if (first === undefined || carry.places.every((place, index) => place === index)) return first;
  if (repeatsGap(carry, given, wanted)) return undefined;
  // Of two identical lines, either may be the one that stays and the other the new one; beside a gap, the choice matters.
  const last = carryChanges(carry, given, wanted, alignLinesFromEnd(given, wanted));
  return first === last ? first : undefined;
}

/**
 * Both texts as lines. If every line of `given` ends in blanks (or returns) and no line of the file does, they were added on the way, so
 * they are trimmed from new lines too.
 */
function plainLines({ given, wanted, actual, isLiteral }: CarryOver): [given: string[], wanted: string[]] {
  const lines = (text: string) => (isLiteral ? text : unixLines(text)).split('\n');
  const [old, fresh] = [lines(given), lines(wanted)];
  const isPadded =
    !isLiteral &&
    old.every((line, index) => /[ \t\r]$/.test(line) || (line === '' && index === old.length - 1)) &&
    !lines(actual).some((line) => /[ \t\r]$/.test(line));
  return isPadded ? [old.map(trimEnd), fresh.map(trimEnd)] : [old, fresh];
}

function trimEnd(line: string): string {
  return line.trimEnd();
}

/** True if a new line is one that `given` left out of the file's block: the result would contain it twice. */
function repeatsGap({ actual, places }: CarryOver, given: readonly string[], wanted: readonly string[]): boolean {
  const taken = new Set(places);
  const lines = piecesOf(actual).map(({ text }) => text.trim());
  const left = new Set(lines.filter((line, index) => line !== '' && !taken.has(index)));
  const known = new Set(given.map((line) => line.trim()));
  return wanted.some((line) => left.has(line.trim()) && !known.has(line.trim()));
}

function carryChanges(
  carry: CarryOver,
  givenLines: readonly string[],
  wantedLines: readonly string[],
  changes: readonly Change[],
): string | undefined {
  const { actual, places, ending, reindent } = carry;
  const actualLines = piecesOf(actual);
  const result: Pick<Line, 'text' | 'ending'>[] = [];
  let next = 0;

  const keepUpTo = (end: number): void => {
    for (; next < end; next++) {
      const line = actualLines[next];
      if (line) result.push({ text: line.text, ending: line.ending || ending });
    }
  };

  for (const change of changes) {
    const [from, to] = change.old;
    const replaced = places.slice(from, to);
    const start = from === 0 ? 0 : (places[from - 1] ?? -1) + 1;
    const end = to === places.length ? actualLines.length : places[to];
    if ((from > 0 && start === 0) || end !== start + replaced.length) return undefined;
    if (replaced.some((place, index) => place !== start + index)) return undefined;
    if (!canSlide(change, givenLines, wantedLines, places)) return undefined;
    keepUpTo(start);
    next = start + replaced.length;
    const isPaired = replaced.length === change.new[1] - change.new[0];
    for (const [index, line] of wantedLines.slice(...change.new).entries()) {
      const isFirst = change.new[0] + index === 0;
      const moved = reindent ? reindent(line, isFirst) : line;
      if (moved === undefined || isStrayReturn(moved, carry)) return undefined;
      const old = givenLines[change.old[0] + index] ?? '';
      const there = actualLines[start + index]?.text ?? '';
      const own = isPaired ? actualLines[start + index]?.ending : undefined; // keeps the ending of a line that was merely changed
      result.push({ text: isPaired && !reindent ? keepEnds(old, moved, there) : moved, ending: own || ending });
    }
  }
  keepUpTo(actualLines.length);
  const last = result.at(-1);
  if (last) result[result.length - 1] = { ...last, ending: '' };
  return joinLines(result);
}

/** True if a new line has a stray return before its end while no line in the file has one. */
function isStrayReturn(line: string, { actual, isLiteral }: CarryOver): boolean {
  return !isLiteral && line.endsWith('\r') && !/\r(?:\r\n|$)/.test(actual);
}

/** True if the lines on both sides of the change are neighbours in the file too, at every position where the change may be meant. */
function canSlide(
  change: Change,
  given: readonly string[],
  wanted: readonly string[],
  places: readonly number[],
): boolean {
  const { up, down } = slideOf(change, given, wanted);
  const [from, to] = change.old;
  // At an end of the block, a single line is not enough of an anchor: the two lines next to the change must be neighbours.
  if (to === places.length && from > 1 && !areNeighbours(places, from - 2)) return false;
  if (from === 0 && to + 1 < places.length && !areNeighbours(places, to)) return false;
  for (let line = from - up; line < from; line++) if (!areNeighbours(places, line)) return false;
  for (let line = to; line < to + down; line++) if (!areNeighbours(places, line)) return false;
  return true;
}

/** True if a line and the one after it are adjacent in the file too. */
function areNeighbours(places: readonly number[], line: number): boolean {
  const [here = -1, next] = [places[line], places[line + 1]];
  return here >= 0 && (next === undefined || next === here + 1);
}

/** Maps every line of `given` to the same index, for texts with equally many lines. */
export function samePlaces(given: string): number[] {
  return unixLines(given)
    .split('\n')
    .map((_, index) => index);
}

/** Unlike `splitLines`, also counts the text after the last newline as a piece, even if empty. */
function piecesOf(text: string): Line[] {
  const lines = splitLines(text);
  if (text === '' || text.endsWith('\n')) lines.push({ text: '', ending: '', start: text.length });
  return lines;
}

/** Within a changed line, parts that the change did not touch keep the characters of the file. */
function keepEnds(old: string, wanted: string, there: string): string {
  if (there === old || there.length !== old.length) return wanted;
  const limit = Math.min(old.length, wanted.length);
  let prefix = 0;
  while (prefix < limit && old[prefix] === wanted[prefix]) prefix++;
  let suffix = 0;
  while (suffix < limit - prefix && old.at(-1 - suffix) === wanted.at(-1 - suffix)) suffix++;
  return there.slice(0, prefix) + wanted.slice(prefix, wanted.length - suffix) + there.slice(there.length - suffix);
}
