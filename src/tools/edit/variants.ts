/** Undoes what a model may have done to a text on the way: escaped it twice, copied line numbers, padded it with blank lines. */

import { unixLines } from '../../base/text/unix-lines.ts';
import { alignLines, slideOf } from './align-lines.ts';
import type { Wish } from './match.ts';

export interface Variant extends Wish {
  stage: 'escaped' | 'line-numbers' | 'blank-lines';
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
/** Sets of characters to unescape: everything, quotes only, white space only. */
const ESCAPED = ['\\"\'`$/ntr', '"\'`$/', 'ntr'];
/** Separators between a line's number and its text; if one begins with another, the shorter comes first. */
const SEPARATORS = ['\t', '→', '|', '| ', ': '];

/** Only variants that differ from the given text, likeliest first. */
export function variantsOf({ given, wanted }: Pick<Wish, 'given' | 'wanted'>): Variant[] {
  const variants: Variant[] = [];
  const add = (stage: Variant['stage'], plain: Pick<Wish, 'given' | 'wanted'>, isWholeLines = false) => {
    const isNew = plain.given !== given && variants.every((variant) => variant.given !== plain.given);
    if (isNew && plain.given.trim() !== '') variants.push({ stage, ...plain, all: false, isWholeLines });
  };
  for (const separator of SEPARATORS) {
    const numberless = withoutNumbers({ given, wanted }, separator);
    if (numberless) add('line-numbers', numberless, true); // a place within a line is a different place
  }
  for (const letters of ESCAPED) {
    const plain = unescapeBoth({ given, wanted }, letters);
    if (plain) add('escaped', plain);
  }
  const bare = withoutOuterBlankLines({ given, wanted });
  // A newline at either end is the end of a line, so the rest must be whole lines.
  if (bare) add('blank-lines', bare, true);
  return variants;
}

/**
 * Unescapes in `wanted` only the characters that were escaped in `given`, because the file shows that those were escaped by mistake.
 * `undefined` if `wanted` escapes more: whether that is code or the same mistake cannot be known.
 */
function unescapeBoth(change: { given: string; wanted: string }, letters: string): typeof change | undefined {
  const { given, wanted } = change;
  const isOneLine = !given.includes('\n');
  const [inGiven, inWanted] = [escapedLetters(given), escapedLetters(wanted)];
  // A single line with escaped newlines in which all quotes are escaped too is a JSON string as a whole.
  const isJson = isOneLine && letters.includes('n') && inGiven.has('n') && !/(?:^|[^\\])"/.test(given + wanted);
  if (isJson)
    return { given: unescape(given, letters, true), wanted: unescape(wanted, letters, !wanted.includes('\n')) };
  const doubtful = `\\"'\`${wanted.includes('\n') ? '' : 'ntr'}`;
  if ([...inWanted].some((letter) => doubtful.includes(letter) && !inGiven.has(letter))) return undefined;
  const shared = letters
    .split('')
    .filter((letter) => inGiven.has(letter))
    .join('');
  // Either backslashes and quotes were both escaped, or only quotes were; an unescaped quote indicates the latter.
  if (shared.includes('\\') && hasBareQuote(given, inGiven)) return undefined;
  // If backslashes were not escaped, one before an escaped quote may or may not belong to the text.
  if (!shared.includes('\\') && /\\\\["'`]/.test(wanted)) return undefined;
  return {
    given: unescape(given, shared, isOneLine),
    wanted: unescape(wanted, shared, isOneLine && !wanted.includes('\n')),
  };
}

function hasBareQuote(text: string, escaped: ReadonlySet<string>): boolean {
  const bare = text.replace(/\\./gs, '');
  return ['"', "'", '`'].some((quote) => escaped.has(quote) && bare.includes(quote));
}

function escapedLetters(text: string): Set<string> {
  return new Set(text.matchAll(/\\(.)/gs).map(([, letter = '']) => letter));
}

/** A text with real newlines did not escape them, so a `\\n` in it is code. It may still have escaped the tabs that indent its lines. */
function unescape(text: string, letters: string, isOneLine: boolean): string {
  const indented = isOneLine || !letters.includes('t') ? text : text.replace(/^(?:\\t)+(?=[^\s\\])/gm, asTabs);
  return indented.replace(/\\(.)/gs, (pair, letter: string) => {
    if (!letters.includes(letter) || (letter in ESCAPES && !isOneLine)) return pair;
    return ESCAPES[letter] ?? letter;
  });
}

function asTabs(escaped: string): string {
  return '\t'.repeat(escaped.length / 2);
}

/** Every line must be numbered, counting up by one. New lines between the numbered ones may have no number. */
function withoutNumbers(
  { given, wanted }: { given: string; wanted: string },
  separator: string,
): { given: string; wanted: string } | undefined {
  const numbered = given.replace(/\r?\n$/, '').split('\n');
  const first = readNumber(numbered[0] ?? '', separator)?.number;
  if (first === undefined) return undefined;
  if (numbered.some((line, index) => readNumber(line, separator)?.number !== first + index)) return undefined;
  // A higher number is not a line number but part of the line's text.
  const last = first + numbered.length + wanted.split('\n').length;
  const strip = (line: string) => {
    const found = readNumber(line, separator);
    return found && found.number >= first && found.number <= last ? found.text : line;
  };
  const stripAll = (text: string) => text.split('\n').map(strip).join('\n');
  const known = new Set(numbered.map(strip).filter((line) => line.trim() !== ''));
  const familiar = (text: string) => text.split('\n').filter((line) => known.has(line)).length;
  const stripped = stripAll(wanted);
  return { given: stripAll(given), wanted: familiar(wanted) > familiar(stripped) ? wanted : stripped };
}

function readNumber(line: string, separator: string): { number: number; text: string } | undefined {
  const [prefix, number] = /^[ \t]*(\d{1,7})/.exec(line) ?? [];
  if (prefix === undefined) return undefined;
  const rest = line.slice(prefix.length);
  if (rest.startsWith(separator)) return { number: Number(number), text: rest.slice(separator.length) };
  // Trailing blanks of an empty line often get lost on the way.
  return rest.trimEnd() === separator.trimEnd() ? { number: Number(number), text: '' } : undefined;
}

/** `undefined` if the change borders on blank lines that the file lacks: what should become of them there cannot be known. */
function withoutOuterBlankLines(change: { given: string; wanted: string }): typeof change | undefined {
  const [given, wanted] = [bareLines(change.given), bareLines(change.wanted)];
  if (given.lines.length === 0 || wanted.lines.length === 0) return undefined;
  if (!areSame(given.before, wanted.before) || !areSame(given.after, wanted.after)) return undefined;
  // Newlines at both ends are padding; at one end only, they claim that the file has a blank line there.
  const isPadded = given.before.length > 0 && change.given.endsWith('\n');
  const isAtBlank = alignLines(given.lines, wanted.lines).some((change) => {
    const [from, to] = change.old;
    const { up, down } = slideOf(change, given.lines, wanted.lines);
    const isPaired = to - from === change.new[1] - change.new[0];
    const isOutermost =
      (given.before.length > 0 && from - up === 0) || (given.after.length > 0 && to + down === given.lines.length);
    return isOutermost && !(isPaired && isPadded);
  });
  if (isAtBlank) return undefined;
  return { given: given.lines.join('\n'), wanted: wanted.lines.join('\n') };
}

/** Splits a text into its outer blank lines and the lines between them. */
function bareLines(text: string): Record<'before' | 'lines' | 'after', string[]> {
  const lines = unixLines(text).replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (first === -1) return { before: lines, lines: [], after: [] };
  return { before: lines.slice(0, first), lines: lines.slice(first, last + 1), after: lines.slice(last + 1) };
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
