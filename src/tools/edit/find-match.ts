/** Locates a model's `old_string` in a file in stages, from exactly that text to what it must have meant. */

import { CoderError } from '../../base/errors.ts';
import { unixLines } from '../../base/text/unix-lines.ts';
import { carryOver, samePlaces } from './carry-over.ts';
import { findRuns } from './find-run.ts';
import { type FoldKind, fold, foldLine, plainlyAs } from './fold.ts';
import { learnIndent } from './indent-map.ts';
import { endingAt, endingFor, type Line, lineNumbersAt, splitLines } from './lines.ts';
import { type Match, type MatchStage, type Replacement, type Wish, wholeLines } from './match.ts';
import { findRival } from './rival.ts';
import { findSimilar } from './similar-block.ts';
import { variantsOf } from './variants.ts';

/** Upper limit of places replaced at once. */
const MAX_PLACES = 100_000;
/** Upper limit of places counted when only one is wanted. */
const MAX_NAMED_PLACES = 100;
const TOO_MANY = `old_string is found more than ${MAX_PLACES} times. Give a longer text, or use bash (sed)`;
/** Shorter texts occur within other lines by chance; then only whole lines or the exact text are compared. */
const MIN_VISIBLE = 3;
/** Longer files are searched for the exact text only. */
const MAX_LENIENT_LENGTH = 4 * 1024 * 1024;

export function findMatch(text: string, wish: Wish): Match {
  const shown = findAsShown(text, wish);
  if (shown.type !== 'none') return shown;
  const exact = findExact(text, wish);
  if (exact.type !== 'none' || text.length > MAX_LENIENT_LENGTH) return exact;
  if (wish.given.trim() === '') return findFolded(text, wish, 'line-endings');
  const plain = findLeniently(text, [wish]);
  if (plain.type !== 'none') return plain;
  const distorted = findLeniently(text, variantsOf(wish));
  return distorted.type === 'none' ? findSimilar(text, wish) : distorted;
}

/**
 * In a file with carriage returns before its line ends (`\r\r\n`), a `\r\n` in `given` may be a line end, or a carriage return of the line
 * and the line end that was shown. If both readings match, the text is ambiguous.
 */
function findAsShown(text: string, wish: Wish): Match {
  if (!wish.given.includes('\r\n') || !text.includes('\r\r\n')) return { type: 'none' };
  const shown = findFolded(text, wish, 'line-endings', { isLiteral: true });
  const exact = shown.type === 'found' ? findExact(text, wish) : undefined;
  if (shown.type !== 'found' || exact?.type !== 'found') return shown;
  const starts = [...shown.replacements, ...exact.replacements].map(({ start }) => start).sort((a, b) => a - b);
  return ambiguous('line-endings', text, starts);
}

/** A variant reports its own stage: that its corrected text was found exactly is not what the model should be told. */
type Distorted = Wish & { stage?: MatchStage };

/** The result of the strictest way that finds any of the wishes. */
function findLeniently(text: string, wishes: readonly Distorted[]): Match {
  const lines = splitLines(text);
  const ways: readonly ((wish: Wish) => Match)[] = [
    (wish) => findExact(text, wish),
    (wish) => findFolded(text, wish, 'line-endings'),
    (wish) => findFolded(text, wish, 'trailing-whitespace'),
    (wish) => findBlock(text, lines, wish, { stage: 'indentation', key: (line) => line.trim() }),
    (wish) => findBlock(text, lines, wish, { stage: 'whitespace', key: (line) => line.trim().replace(/[ \t]+/g, ' ') }),
    (wish) => findFolded(text, wish, 'unicode'),
    (wish) => findBlock(text, lines, wish, { stage: 'unicode', key: (line) => foldLine(line).trim() }),
  ];
  for (const find of ways) {
    for (const wish of wishes) {
      const match = find(wish);
      if (match.type !== 'none') return { ...match, stage: wish.stage ?? match.stage };
    }
  }
  return { type: 'none' };
}

function findExact(text: string, { given, wanted, all, isWholeLines = false }: Wish): Match {
  const starts = placesOf(text, given, all, (start) => !isWholeLines || areWholeLines(text, start, given.length));
  // Half of a CRLF is not an exact match; the next stage takes the whole CRLF.
  if (starts.length === 0 || starts.some((start) => isHalfOfCrlf(text, start))) return { type: 'none' };
  if (starts.length > 1 && !all) return ambiguous('exact', text, starts);
  if (!all && isMixed(text) && /(?<!\r)\n/.test(given)) {
    // The kind of line end must not decide between two places.
    const whicheverEnds = findFolded(text, { given, wanted, all, isWholeLines }, 'line-endings');
    if (whicheverEnds.type === 'ambiguous') return whicheverEnds;
  }
  const replacements = starts.map((start) => ({
    start,
    end: start + given.length,
    text: withFileEndings(given, wanted, () => endingAt(text, start)),
  }));
  return { type: 'found', stage: 'exact', replacements };
}

/** The replacement for an exact match: with the file's line ends, unless the change is about line ends. */
function withFileEndings(given: string, wanted: string, ending: () => '\n' | '\r\n'): string {
  const plain = unixLines(wanted);
  if (!plain.includes('\n') || unixLines(given) === plain) return wanted;
  if (isMixed(wanted) && given.includes('\r\n')) return wanted; // as the part that it replaces
  const isCrlf = given.includes('\n') ? given.includes('\r\n') : ending() === '\r\n';
  return isCrlf ? plain.replaceAll('\n', '\r\n') : plain;
}

function findFolded(
  text: string,
  { given, wanted, all, isWholeLines = false }: Wish,
  kind: FoldKind,
  { isLiteral = false } = {},
): Match {
  const haystack = fold(text, kind);
  const needle = isLiteral ? given : fold(given, kind).text;
  const visible = needle.trim();
  const isTooLittle = visible.length < MIN_VISIBLE && !visible.includes('\n');
  if (isTooLittle && kind !== 'line-endings') return { type: 'none' };
  // Blanks cut from the very end of `given` mean that the line ends there.
  const endsLine = kind !== 'line-endings' && /[ \t]$/.test(given);
  // A first line of only blanks means that a line begins there; the end of another line does not match it.
  const beginsLine = kind !== 'line-endings' && /^[ \t]+\r?\n/.test(given);
  const starts = placesOf(haystack.text, needle, all, (start) => {
    const after = haystack.text[start + needle.length];
    if (isWholeLines && !areWholeLines(haystack.text, start, needle.length)) return false;
    if (beginsLine && start > 0 && haystack.text[start - 1] !== '\n') return false;
    return !endsLine || after === undefined || after === '\n';
  });
  if (starts.length === 0) return { type: 'none' };
  const spans = starts.map((start) => haystack.span(start, start + needle.length));
  if (spans.length > 1 && !(all && kind !== 'unicode')) {
    const at = spans.map(([start]) => start);
    return ambiguous(kind, text, at);
  }
  const replacements: Replacement[] = [];
  for (const [start, end] of spans) {
    const actual = text.slice(start, end);
    const carried = carryOver({
      ...(kind === 'unicode' ? inPlainOf(actual, { given, wanted }) : { given, wanted }),
      actual,
      places: samePlaces(given),
      ending: endingFor(text, start, end),
      isLiteral,
    });
    if (carried === undefined) return { type: 'none' };
    replacements.push({ start, end, text: carried });
  }
  return { type: 'found', stage: kind, replacements };
}

/** Finds whole lines that are equal by `key` and whose indentation differs by one rule throughout. */
function findBlock(
  text: string,
  lines: readonly Line[],
  wish: Wish,
  { stage, key }: { stage: MatchStage; key: (line: string) => string },
): Match {
  const { given, wanted } = wholeLines(wish);
  const givenLines = given.split('\n');
  const keys = lines.map((line) => key(line.text));
  const found = findRuns(keys, givenLines.map(key), MAX_NAMED_PLACES).flatMap((first) => {
    const actualLines = lines.slice(first, first + givenLines.length);
    const reindent = learnIndent(
      givenLines,
      actualLines.map((line) => line.text),
      { mayBeCut: true },
    );
    return reindent ? [{ first, actualLines, reindent }] : [];
  });
  const [only] = found;
  if (!only) return { type: 'none' };
  if (found.length > 1) return { type: 'ambiguous', stage, lines: found.map(({ first }) => first + 1) };
  const { actualLines, reindent } = only;
  const rival = findRival(
    lines.map((line) => line.text),
    givenLines,
    only.first,
  );
  if (rival !== undefined)
    return { type: 'ambiguous', stage, lines: [only.first, rival].map((at) => at + 1).sort((a, b) => a - b) };
  const start = actualLines[0]?.start ?? 0;
  const last = actualLines.at(-1) ?? { text: '', ending: '', start };
  const isRemoved = wanted === '' && wish.given.endsWith('\n');
  const end = last.start + last.text.length + (isRemoved ? last.ending.length : 0);
  if (isRemoved) return { type: 'found', stage, replacements: [{ start, end, text: '' }] };
  const actual = text.slice(start, end);
  const ending = endingFor(text, start, end);
  const change = stage === 'unicode' ? inPlainOf(actual, { given, wanted }) : { given, wanted };
  const carried = carryOver({ ...change, actual, places: samePlaces(given), ending, reindent });
  return carried === undefined
    ? { type: 'none' }
    : { type: 'found', stage, replacements: [{ start, end, text: carried }] };
}

function inPlainOf(actual: string, change: { given: string; wanted: string }): { given: string; wanted: string } {
  const plain = plainlyAs(actual, change.given);
  return { given: plain(change.given), wanted: plain(change.wanted) };
}

/** Without `all`, overlapping places count as two; with `all`, replacing the first consumes the second. */
function placesOf(
  text: string,
  part: string,
  all: boolean,
  isPlace: (start: number) => boolean = () => true,
): number[] {
  const places: number[] = [];
  const step = all ? part.length : 1;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + step)) {
    if (!isPlace(at)) continue;
    if (all && places.length === MAX_PLACES) throw new CoderError('too-large', TOO_MANY);
    places.push(at);
    if (!all && places.length === MAX_NAMED_PLACES) break;
  }
  return places;
}

function areWholeLines(text: string, start: number, length: number): boolean {
  const end = start + length;
  const isStart = start === 0 || text[start - 1] === '\n';
  return isStart && (end === text.length || text[end - 1] === '\n' || /^\r?\n/.test(text.slice(end, end + 2)));
}

function isMixed(text: string): boolean {
  return text.includes('\r\n') && /(?<!\r)\n/.test(text);
}

function isHalfOfCrlf(text: string, start: number): boolean {
  return text[start] === '\n' && text[start - 1] === '\r';
}

function ambiguous(stage: MatchStage, text: string, starts: readonly number[]): Match {
  return { type: 'ambiguous', stage, lines: lineNumbersAt(text, starts) };
}
