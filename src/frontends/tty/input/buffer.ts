/** Lines of a text and positions in it, by offsets. */

import { floorBoundary } from '../../../base/text/graphemes.ts';
import { displayWidth, offsetAtColumn } from './shown-character.ts';

export function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the line break after `offset`, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** The same column, some lines away. `undefined` if there is no such line. */
export function lineAway(
  text: string,
  offset: number,
  lines: number,
  column: number,
  pastes: readonly string[],
): number | undefined {
  let start = lineStart(text, offset);
  for (let step = 0; step < Math.abs(lines); step += 1) {
    if (lines < 0) {
      if (start === 0) return undefined;
      start = lineStart(text, start - 1);
    } else {
      const end = lineEnd(text, start);
      if (end === text.length) return undefined;
      start = end + 1;
    }
  }
  return start + offsetAtColumn(text.slice(start, lineEnd(text, start)), column, pastes);
}

export function columnAt(text: string, offset: number, pastes: readonly string[]): number {
  return displayWidth(text.slice(lineStart(text, offset), offset), pastes);
}

export function replaceRange(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** Moves the cursor to lie inside the text and not inside a grapheme. */
export function clampCursor(text: string, cursor: number): number {
  return floorBoundary(text, Math.max(0, Math.min(cursor, text.length)));
}
