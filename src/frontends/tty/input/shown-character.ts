/** How characters of the input are shown: pastes as labels, tabs as blanks, nothing that could move the cursor. */

import { graphemes } from '../../../base/text/graphemes.ts';
import { graphemeWidth, textWidth } from '../../../base/text/text-width.ts';
import { chipIndex, chipLabel } from './chips.ts';

const TAB = '    ';
const CONTROL_PICTURES = 0x2400;
/** Characters that reorder or hide the text around them. */
const DECEIVING =
  /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

export function displayOf(grapheme: string, pastes: readonly string[]): string {
  const code = grapheme.charCodeAt(0);
  if (code >= 0x20 && code < 0x7f && grapheme.length === 1) return grapheme;
  if (grapheme === '\t') return TAB;
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  if (code === 0x7f) return '\u2421';
  const chip = chipIndex(grapheme);
  if (chip !== undefined) return chipLabel(pastes[chip] ?? '');
  const isFlag = graphemeWidth(grapheme) === 2 && grapheme.startsWith('\u{1f3f4}');
  return DECEIVING.test(grapheme) && !isFlag ? '\ufffd' : grapheme;
}

/** The width of a piece of one line as shown, in columns. */
export function displayWidth(text: string, pastes: readonly string[]): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return graphemes(text).reduce((width, grapheme) => width + textWidth(displayOf(grapheme, pastes)), 0);
}

/** The offset in a line at `column`, or the last one before it. */
export function offsetAtColumn(line: string, column: number, pastes: readonly string[]): number {
  let width = 0;
  let offset = 0;
  for (const grapheme of graphemes(line)) {
    width += textWidth(displayOf(grapheme, pastes));
    if (width > column) return offset;
    offset += grapheme.length;
  }
  return offset;
}
