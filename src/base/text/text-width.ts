/** Measures how many terminal columns a text takes, and wraps lines. */

import { eastAsianWidth } from 'get-east-asian-width';
import { graphemes, isSimple } from './graphemes.ts';

export interface Range {
  start: number;
  end: number;
}

interface WrapOptions {
  /** Columns available in the first row, if a prompt precedes it. */
  firstWidth?: number;
  /** `hang`: blanks at the end of a row may exceed it, to be trimmed; `wrap`: they move to the next row. */
  blanks?: 'hang' | 'wrap';
  /** Ranges that are never broken, in order; one longer than a row exceeds it. */
  unbroken?: readonly Range[];
}

const ADDRESS = /https?:\/\/[^\s<>"'`，。；、（）]+/g;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Characters that never start a row, by the rules of Chinese and Japanese typesetting. */
const CLOSING = /^[、。，．：；？！）］｝〕〉》」』】’”…—·%)\]}!?,.:;]/u;
/** Characters that never end a row. */
const OPENING = /[（［｛〔〈《「『【‘“([{]$/u;

/** Columns of a text; control characters count as none. */
export function textWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  if (isSimple(text)) {
    for (let index = 0; index < text.length; index += 1) width += unitWidth(text.charCodeAt(index));
    return width;
  }
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** Rows of cells, aligned in columns. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - textWidth(cell)));
}

/** Columns of one grapheme: 0 for marks on their own, 2 for CJK and emoji, 1 for most. */
export function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1) {
    const unit = grapheme.charCodeAt(0);
    if (unit < 0x300) return unitWidth(unit);
  }
  if (grapheme.length > 1 && isPicture(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) width += codePointWidth(character);
  return width;
}

/** Flags, emoji selected by VS16, joined emoji, skin tones and keycaps take two columns. */
function isPicture(grapheme: string): boolean {
  return /^(?:\p{RI}\p{RI}|\p{Emoji}\ufe0f|\p{Extended_Pictographic}.*[\u200d\p{Emoji_Modifier}]|[#*0-9]\u20e3)/su.test(
    grapheme,
  );
}

/** These patterns are inside the functions that use them, because compiling a Unicode class takes time and ASCII text needs none. */
function isZeroWidth(character: string): boolean {
  return /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u.test(character);
}

/** The rows of one line, without the blanks at which it was broken. */
export function wrapLine(text: string, width: number): string[] {
  const ranges = wrapRanges(text, width, { blanks: 'hang' });
  if (ranges.length === 1) return [text];
  return ranges.map(({ start, end }, index) => {
    const row = text.slice(start, end);
    return index < ranges.length - 1 ? row.replace(/ +$/, '') : row;
  });
}

/** The longest beginning of a text that fits, cut between graphemes. */
export function fitWidth(text: string, width: number): string {
  if (text.length <= width && PRINTABLE_ASCII.test(text)) return text;
  let used = 0;
  let end = 0;
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme);
    if (used > width) return text.slice(0, end);
    end += grapheme.length;
  }
  return text;
}

/** Ranges of addresses: broken in two, they cannot be followed or copied. */
export function addressesIn(text: string): Range[] {
  if (!text.includes('://')) return [];
  return [...text.matchAll(ADDRESS)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** The rows of a line as adjacent ranges. Breaks after blanks and around CJK, otherwise inside a word that is longer than a row. */
export function wrapRanges(text: string, width: number, options: WrapOptions = {}): Range[] {
  const room = Math.max(1, width);
  const { firstWidth = room, blanks = 'wrap', unbroken = [] } = options;
  if (text.length <= firstWidth && PRINTABLE_ASCII.test(text)) return [{ start: 0, end: text.length }];
  const ranges: Range[] = [];
  let available = Math.max(0, firstWidth);
  let start = 0;
  let used = 0;
  let offset = 0;
  let breakAt = 0;
  let usedAtBreak = 0;
  let previous = '';
  let previousColumns = 0;

  function endRow(at: number, usedThere: number): void {
    ranges.push({ start, end: at });
    start = at;
    used -= usedThere;
    available = room;
    breakAt = at;
    usedAtBreak = 0;
  }

  for (const grapheme of graphemes(text)) {
    const columns = graphemeWidth(grapheme);
    const besideWide = columns === 2 || previousColumns === 2;
    const isHeld = unbroken.some((part) => offset > part.start && offset < part.end);
    if (previous !== '' && !isHeld && mayBreak(previous, grapheme, besideWide)) {
      breakAt = offset;
      usedAtBreak = used;
    }
    if (used + columns > available && !(grapheme === ' ' && blanks === 'hang')) {
      if (grapheme === ' ' && offset > start) endRow(offset, used);
      else if (breakAt > start) endRow(breakAt, usedAtBreak);
      else if (offset === 0 && firstWidth < room) endRow(0, 0);
      // Still too long, or nowhere to break: break inside the word. A row always takes at least one grapheme.
      if (used + columns > available && offset > start && !isHeld) endRow(offset, used);
    }
    used += columns;
    offset += grapheme.length;
    previous = grapheme;
    previousColumns = columns;
  }
  ranges.push({ start, end: text.length });
  return ranges;
}

function mayBreak(left: string, right: string, besideWide: boolean): boolean {
  if (right === ' ') return false;
  if (left === ' ') return true;
  return besideWide && !CLOSING.test(right) && !OPENING.test(left);
}

function codePointWidth(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return unitWidth(codePoint);
  if (codePoint >= 0x4e00 && codePoint <= 0x9fff) return 2;
  // Hangul vowels and final consonants join the consonant before them.
  if ((codePoint >= 0x1160 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7ff)) return 0;
  if (isZeroWidth(character)) return 0;
  return eastAsianWidth(codePoint);
}

function unitWidth(unit: number): number {
  if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || unit === 0xad) return 0;
  return unit < 0x1100 ? 1 : eastAsianWidth(unit);
}
