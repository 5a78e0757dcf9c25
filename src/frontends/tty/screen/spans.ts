/** Text with its styles, wrapped to a width: what all drawing functions build lines from. */

import { addressesIn, type Range, textWidth, wrapRanges } from '../../../base/text/text-width.ts';
import type { Sgr } from './theme.ts';

export interface Span {
  text: string;
  sgr: Sgr;
}

/** One line, not yet wrapped to a width. */
export type Line = readonly Span[];

interface Indent {
  first?: Line;
  rest?: Line;
}

const RESET = '\x1b[m';
const KEYS_APART = ' · ';

export function span(text: string, sgr: Sgr = ''): Span {
  return { text, sgr };
}

/** The line as it is written to the terminal; every style ends within the line. */
export function toRow(line: Line): string {
  let row = '';
  let current = '';
  for (const { text, sgr } of line) {
    if (text === '') continue;
    if (sgr !== current) row += (current === '' ? '' : RESET) + (sgr === '' ? '' : `\x1b[${sgr}m`);
    current = sgr;
    row += text;
  }
  return current === '' ? row : row + RESET;
}

export function plainText(line: Line): string {
  return line.map(({ text }) => text).join('');
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + textWidth(text), 0);
}

/** Wraps a line into rows, and drops the blanks where it is broken. */
export function wrapLineSpans(line: Line, width: number, indent: Indent = {}, unbroken: readonly Range[] = []): Line[] {
  const { first = [], rest = [] } = indent;
  const text = plainText(line);
  const room = Math.max(1, width - lineWidth(rest));
  const firstWidth = Math.max(1, width - lineWidth(first));
  const ranges = wrapRanges(text, room, { firstWidth, blanks: 'hang', unbroken });
  return ranges.map(({ start, end }, index) => {
    const isLast = index === ranges.length - 1;
    const stop = isLast ? end : start + text.slice(start, end).trimEnd().length;
    return [...(index === 0 ? first : rest), ...sliceSpans(line, start, stop)];
  });
}

/** Wraps a line of coder's own words: breaks between words, but never inside an address. */
export function wrapSaid(line: Line, width: number, indent: Indent = {}): Line[] {
  return wrapLineSpans(line, width, indent, addressesIn(plainText(line)));
}

/** Wraps a line of keys, such as `y yes · n no`: breaks between two entries, unless one alone is too long. */
export function wrapKeys(line: Line, width: number): Line[] {
  const held: Range[] = [];
  let start = 0;
  for (const item of plainText(line).split(KEYS_APART)) {
    if (textWidth(item) + KEYS_APART.length <= width) held.push({ start, end: start + item.length + 1 });
    start += item.length + KEYS_APART.length;
  }
  return wrapLineSpans(line, width, {}, held);
}

/** The part of a line between two offsets of its text. */
export function sliceSpans(line: Line, start: number, end: number): Span[] {
  const sliced: Span[] = [];
  let offset = 0;
  for (const { text, sgr } of line) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, text.length);
    if (to > from) sliced.push({ text: text.slice(from, to), sgr });
    offset += text.length;
    if (offset >= end) break;
  }
  return sliced;
}

/** Joins adjacent spans that have the same style. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const piece of spans) {
    const last = merged.at(-1);
    if (last && last.sgr === piece.sgr) merged[merged.length - 1] = { text: last.text + piece.text, sgr: last.sgr };
    else merged.push(piece);
  }
  return merged;
}

/** Combines two styles: a link inside a heading has both. */
export function joinSgr(base: Sgr, extra: Sgr): Sgr {
  if (base === '' || base === extra) return extra;
  return extra === '' ? base : `${base};${extra}`;
}
