/** The spans of vim's text objects, such as `iw`, `a"`, `i(` and `ap`. */

import { lineEnd, lineStart } from '../buffer.ts';
import { enclosingPair, enclosingTag } from './brackets.ts';
import type { Span } from './selection.ts';
import { isBlankAt, runEnd, runStart, type WordSize } from './word-motions.ts';

export interface ObjectSpan extends Span {
  linewise: boolean;
  /** Where the cursor goes if nothing is removed. Absent for the start. */
  cursor?: number;
}

const BRACKETS: Readonly<Record<string, string>> = {
  '(': '()',
  ')': '()',
  b: '()',
  '[': '[]',
  ']': '[]',
  '{': '{}',
  '}': '{}',
  B: '{}',
  '<': '<>',
  '>': '<>',
};

/** `undefined` if there is no such object at the cursor. */
export function textObject(
  text: string,
  at: number,
  object: string,
  around: boolean,
  count: number,
): ObjectSpan | undefined {
  if (object === 'w' || object === 'W')
    return charwise(wordObject(text, at, object === 'w' ? 'small' : 'big', around, count));
  if (object === 'p') return paragraphObject(text, at, around, count);
  if (object === 't') {
    const tag = enclosingTag(text, at, count);
    return tag && charwise(around ? tag.outer : tag.inner);
  }
  const [open = '', close = ''] = BRACKETS[object] ?? '';
  return open === ''
    ? charwise(quoteObject(text, at, object, around))
    : pairObject(text, at, open, close, around, count);
}

function wordObject(text: string, at: number, size: WordSize, around: boolean, count: number): Span | undefined {
  const stop = lineEnd(text, at);
  const first = lineStart(text, at);
  if (first === stop) return undefined;
  const inLine = (offset: number): number => Math.min(stop, runEnd(text, offset, size));
  const beganBlank = isBlankAt(text, at);
  let start = Math.max(first, runStart(text, at, size));
  let end = inLine(at);
  let trailing = false;
  for (let step = 0; step < count; step += 1) {
    if (step > 0 && end < stop) end = inLine(end);
    if (!around) continue;
    trailing = end < stop && isBlankAt(text, end) !== beganBlank;
    if (trailing) end = inLine(end);
  }
  if (around && !trailing && !beganBlank && start > first && isBlankAt(text, start - 1)) {
    const before = Math.max(first, runStart(text, start - 1, size));
    // The indent of a line belongs to the line.
    if (before > first) start = before;
  }
  return { start, end };
}

/** The quotes around the cursor, or the next ones on the line. */
function quoteObject(text: string, at: number, quote: string, around: boolean): Span | undefined {
  const end = lineEnd(text, at);
  const quotes: number[] = [];
  for (let offset = lineStart(text, at); offset < end; offset += 1) {
    if (text[offset] === '\\') offset += 1;
    else if (text[offset] === quote) quotes.push(offset);
  }
  for (let index = 0; index + 1 < quotes.length; index += 2) {
    const open = quotes[index] ?? 0;
    const close = quotes[index + 1] ?? 0;
    if (close < at) continue;
    return around ? withBlanks(text, open, close + 1) : { start: open + 1, end: close };
  }
  return undefined;
}

/** Adds the blanks after the span, or those before it if none follow. */
function withBlanks(text: string, start: number, end: number): Span {
  const after = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  if (after > 0) return { start, end: end + after };
  const before = /[ \t]*$/.exec(text.slice(lineStart(text, start), start))?.[0].length ?? 0;
  return { start: start - before, end };
}

/** The brackets around the cursor, or the next ones. */
function pairObject(
  text: string,
  at: number,
  open: string,
  close: string,
  around: boolean,
  count: number,
): ObjectSpan | undefined {
  const next = text.indexOf(open, at);
  const pair =
    enclosingPair(text, at, open, close, count) ??
    (next < 0 ? undefined : enclosingPair(text, next, open, close, count));
  if (pair === undefined) return undefined;
  if (around) return charwise({ start: pair.start, end: pair.end + 1 });
  const start = pair.start + 1;
  const closingLine = lineStart(text, pair.end);
  const isBlock = text[start] === '\n' && closingLine > start && text.slice(closingLine, pair.end).trim() === '';
  // For a block on separate lines, the brackets stay on theirs.
  if (isBlock && closingLine > start + 1) return { start: start + 1, end: closingLine - 1, linewise: true };
  return charwise({ start, end: pair.end });
}

/** Lines up to an empty one, or a run of empty lines. */
function paragraphObject(text: string, at: number, around: boolean, count: number): ObjectSpan {
  const isEmpty = (start: number): boolean => text.slice(start, lineEnd(text, start)).trim() === '';
  let start = lineStart(text, at);
  let end = start;
  while (start > 0 && isEmpty(lineStart(text, start - 1)) === isEmpty(end)) start = lineStart(text, start - 1);
  const next = (from: number): number => Math.min(text.length + 1, lineEnd(text, from) + 1);
  const block = (from: number): number => {
    const kind = isEmpty(from);
    let offset = from;
    while (offset <= text.length && isEmpty(offset) === kind) offset = next(offset);
    return offset;
  };
  for (let step = 0; step < count && end <= text.length; step += 1) {
    end = block(end);
    if (!around) continue;
    if (end <= text.length) end = block(end);
    else if (step === 0) while (start > 0 && isEmpty(lineStart(text, start - 1))) start = lineStart(text, start - 1);
  }
  return { start, end: end - 1, linewise: true };
}

function charwise(span: Span | undefined): ObjectSpan | undefined {
  return span && { ...span, linewise: false };
}
