/** The change from `given` to `wanted` carried over to a text that only resembles `given`. */

import { alignLines } from './align-lines.ts';
import type { Reindent } from './indent-map.ts';
import { joinLines, type Line, splitLines, withoutCarriageReturns } from './lines.ts';

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
}

/** Lines that the change keeps stay as they are in the file. `undefined`: the change touches a line that is not there. */
export function carryOver({ given, wanted, actual, places, ending, reindent }: CarryOver): string | undefined {
  const givenLines = withoutCarriageReturns(given).split('\n');
  const wantedLines = withoutCarriageReturns(wanted).split('\n');
  const actualLines = piecesOf(actual);
  const result: Pick<Line, 'text' | 'ending'>[] = [];
  let next = 0;

  const keepUpTo = (end: number): void => {
    for (; next < end; next++) {
      const line = actualLines[next];
      if (line) result.push({ text: line.text, ending: line.ending || ending });
    }
  };

  for (const change of alignLines(givenLines, wantedLines)) {
    const before = places.slice(0, change.old[0]).findLast((place) => place >= 0) ?? -1;
    const replaced = places.slice(...change.old);
    const start = replaced[0] ?? before + 1;
    if (replaced.some((place, index) => place < 0 || place !== start + index)) return undefined;
    keepUpTo(start);
    next = start + replaced.length;
    const isPaired = replaced.length === change.new[1] - change.new[0];
    for (const [index, line] of wantedLines.slice(...change.new).entries()) {
      const isFirst = change.new[0] + index === 0;
      const moved = reindent ? reindent(line, isFirst) : line;
      const old = givenLines[change.old[0] + index] ?? '';
      const there = actualLines[start + index]?.text ?? '';
      result.push({ text: isPaired && !reindent ? keepEnds(old, moved, there) : moved, ending });
    }
  }
  keepUpTo(actualLines.length);
  const last = result.at(-1);
  if (last) result[result.length - 1] = { ...last, ending: '' };
  return joinLines(result);
}

/** Every line of `given` at the same place: for texts of as many lines. */
export function samePlaces(given: string): number[] {
  return withoutCarriageReturns(given)
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
