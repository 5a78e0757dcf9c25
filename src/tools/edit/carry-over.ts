/** The change from `given` to `wanted` carried over to a text that only resembles `given`. */

import { unixLines } from '../../base/text/unix-lines.ts';
import { alignLines, alignLinesFromEnd, type Change, slideOf } from './align-lines.ts';
import type { Reindent } from './indent-map.ts';
import { joinLines, type Line, splitLines } from './lines.ts';

export interface CarryOver {
  given: string;
  wanted: string;
  /** What stands in the file. */
  actual: string;
  /** The line of `actual` that each line of `given` is, or -1. */
  places: readonly number[];
  /** For lines that are new. */
  ending: '\n' | '\r\n';
  reindent?: Reindent;
  /** Carriage returns in `given` and `wanted` are characters of their lines. */
  isLiteral?: boolean;
}

/**
 * Lines that the change keeps stay as they are in the file. `undefined`: the change touches a line that is not there, or a gap (lines of the
 * file that `given` does not have between its neighbours), or can be read in two ways that come to different texts.
 */
export function carryOver(carry: CarryOver): string | undefined {
  const [given, wanted] = plainLines(carry);
  const first = carryChanges(carry, given, wanted, alignLines(given, wanted));
  if (first === undefined || carry.places.every((place, index) => place === index)) return first;
  if (repeatsGap(carry, given, wanted)) return undefined;
  // A line that is there twice may be the one that stays or the one that is new: beside a gap that makes a difference.
  const last = carryChanges(carry, given, wanted, alignLinesFromEnd(given, wanted));
  return first === last ? first : undefined;
}

/**
 * Both texts as lines. Blanks (or returns) at the end of every line of `given`, and of none in the file, came on the way: new lines have them
 * too.
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

/** Whether a new line is one of the file that `given` left out: it would be there twice. */
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
      const own = isPaired ? actualLines[start + index]?.ending : undefined; // of a line that is only another
      result.push({ text: isPaired && !reindent ? keepEnds(old, moved, there) : moved, ending: own || ending });
    }
  }
  keepUpTo(actualLines.length);
  const last = result.at(-1);
  if (last) result[result.length - 1] = { ...last, ending: '' };
  return joinLines(result);
}

/** Whether a new line has a return before its end, where no line there has one. */
function isStrayReturn(line: string, { actual, isLiteral }: CarryOver): boolean {
  return !isLiteral && line.endsWith('\r') && !/\r(?:\r\n|$)/.test(actual);
}

/** Wherever the change may be meant, the lines on both sides of it must be neighbours in the file too. */
function canSlide(
  change: Change,
  given: readonly string[],
  wanted: readonly string[],
  places: readonly number[],
): boolean {
  const { up, down } = slideOf(change, given, wanted);
  const [from, to] = change.old;
  // At an end of the block one line alone is no hold: the two next to the change must be neighbours.
  if (to === places.length && from > 1 && !areNeighbours(places, from - 2)) return false;
  if (from === 0 && to + 1 < places.length && !areNeighbours(places, to)) return false;
  for (let line = from - up; line < from; line++) if (!areNeighbours(places, line)) return false;
  for (let line = to; line < to + down; line++) if (!areNeighbours(places, line)) return false;
  return true;
}

/** Whether a line and the one behind it are so in the file too. */
function areNeighbours(places: readonly number[], line: number): boolean {
  const [here = -1, next] = [places[line], places[line + 1]];
  return here >= 0 && (next === undefined || next === here + 1);
}

/** Every line of `given` at the same place: for texts of as many lines. */
export function samePlaces(given: string): number[] {
  return unixLines(given)
    .split('\n')
    .map((_, index) => index);
}

/** Unlike `splitLines`: what follows the last newline is a piece too, also an empty one. */
function piecesOf(text: string): Line[] {
  const lines = splitLines(text);
  if (text === '' || text.endsWith('\n')) lines.push({ text: '', ending: '', start: text.length });
  return lines;
}

/** Within a changed line, what the change did not touch keeps the file's own characters. */
function keepEnds(old: string, wanted: string, there: string): string {
  if (there === old || there.length !== old.length) return wanted;
  const limit = Math.min(old.length, wanted.length);
  let prefix = 0;
  while (prefix < limit && old[prefix] === wanted[prefix]) prefix++;
  let suffix = 0;
  while (suffix < limit - prefix && old.at(-1 - suffix) === wanted.at(-1 - suffix)) suffix++;
  return there.slice(0, prefix) + wanted.slice(prefix, wanted.length - suffix) + there.slice(there.length - suffix);
}
