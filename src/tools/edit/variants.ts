/** What a model may have done to a text on the way: escaped it twice, copied line numbers, padded it with blank lines. */

import type { Wish } from './match.ts';

export interface Variant extends Wish {
  stage: 'escaped' | 'line-numbers' | 'blank-lines';
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
/** What is unescaped at a time: everything, quotes alone, white space alone. */
const ESCAPED = ['\\"\'`$/ntr', '"\'`$/', 'ntr'];
/** What stands between a line's number and the line; where one begins with another, the shorter first. */
const SEPARATORS = ['\t', '→', '|', '| ', ': '];

/** Only those that differ from what was given, likeliest first. */
export function variantsOf({ given, wanted }: Pick<Wish, 'given' | 'wanted'>): Variant[] {
  const variants: Variant[] = [];
  const add = (stage: Variant['stage'], plain: Pick<Wish, 'given' | 'wanted'>, isWholeLines = false) => {
    const isNew = plain.given !== given && variants.every((variant) => variant.given !== plain.given);
    if (isNew && plain.given.trim() !== '') variants.push({ stage, ...plain, all: false, isWholeLines });
  };
  for (const separator of SEPARATORS) {
    const numberless = withoutNumbers({ given, wanted }, separator);
    if (numberless) add('line-numbers', numberless, true); // a place within a line is another one
  }
  const isOneLine = !given.includes('\n');
  for (const letters of ESCAPED) {
    add('escaped', {
      given: unescape(given, letters, isOneLine),
      wanted: unescape(wanted, letters, isOneLine && !wanted.includes('\n')),
    });
  }
  add('blank-lines', { given: withoutOuterBlankLines(given), wanted: withoutOuterBlankLines(wanted) });
  return variants;
}

/** A text that has real newlines did not escape them: a `\\n` in it is code. Tabs it may have, where they indent. */
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
  // Beyond these it is no line's number, but what the line says.
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
  // Blanks at the end of an empty line are lost on many ways.
  return rest.trimEnd() === separator.trimEnd() ? { number: Number(number), text: '' } : undefined;
}

function withoutOuterBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').replace(/(?:(?<!\n)\r?\n[ \t]*)(?:\r?\n[ \t]*)*$/, '');
}
