/** Lays out the input as rows on the screen, and finds the position of the cursor. */

import { graphemes } from '../../../base/text/graphemes.ts';
import { type Range, textWidth, wrapRanges } from '../../../base/text/text-width.ts';
import { chipIndex } from './chips.ts';
import type { EditorState } from './editor-state.ts';
import { displayOf } from './shown-character.ts';
import { selectionOf } from './vim/selection.ts';

interface Segment {
  text: string;
  /** `chip`: the label of a paste; `selected`: inside vim's visual selection. */
  style: 'plain' | 'chip' | 'selected';
}

export interface Layout {
  rows: Segment[][];
  /** In screen columns; in the first row the prompt counts. */
  cursor: { row: number; column: number };
  /** Number of rows hidden above; the prompt belongs to the very first row. */
  above: number;
}

interface LayoutOptions {
  width: number;
  /** Columns that the prompt takes in the first row. */
  promptWidth: number;
  /** Limits the rows to this many around the cursor. Absent for all rows. */
  maxRows?: number;
}

interface Cell {
  offset: number;
  shown: string;
  style: Segment['style'];
}

export function layout(state: EditorState, { width, promptWidth, maxRows }: LayoutOptions): Layout {
  const rows: Segment[][] = [];
  let cursor = { row: 0, column: promptWidth };
  let lineOffset = 0;
  for (const line of state.text.split('\n')) {
    const cells = cellsOf(line, lineOffset, state);
    const shown = cells.map((cell) => cell.shown).join('');
    const first = rows.length === 0 ? promptWidth : 0;
    // A label is not broken at its blanks; the replacements have the same length.
    const unbroken = cells
      .map((cell) => (cell.style === 'chip' ? cell.shown.replaceAll(' ', '\xa0') : cell.shown))
      .join('');
    const ranges = wrapRanges(unbroken, width, { firstWidth: Math.max(0, width - first) });
    const firstRow = rows.length;
    rows.push(...segmentRows(cells, ranges));
    if (state.cursor >= lineOffset && state.cursor <= lineOffset + line.length) {
      const at = shownOffset(cells, state.cursor, shown.length);
      const index = ranges.findLastIndex((range) => range.start <= at);
      const start = ranges[index]?.start ?? 0;
      const column = textWidth(shown.slice(start, at)) + (index === 0 ? first : 0);
      cursor = { row: firstRow + index, column };
      // A full row has no column for the cursor after its end, so the cursor moves to the next row.
      if (column >= width) {
        cursor = { row: cursor.row + 1, column: 0 };
        if (cursor.row === rows.length) rows.push([]);
      }
    }
    lineOffset += line.length + 1;
  }
  return maxRows === undefined || rows.length <= maxRows
    ? { rows, cursor, above: 0 }
    : windowOf(rows, cursor, Math.max(1, maxRows));
}

function cellsOf(line: string, lineOffset: number, state: EditorState): Cell[] {
  const selection = selectionOf(state);
  let offset = lineOffset;
  return graphemes(line).map((grapheme) => {
    const isSelected = selection !== undefined && offset >= selection.start && offset < selection.end;
    const style = isSelected ? 'selected' : chipIndex(grapheme) === undefined ? 'plain' : 'chip';
    const cell: Cell = { offset, shown: displayOf(grapheme, state.pastes), style };
    offset += grapheme.length;
    return cell;
  });
}

function shownOffset(cells: Cell[], cursor: number, end: number): number {
  let at = 0;
  for (const cell of cells) {
    if (cell.offset >= cursor) return at;
    at += cell.shown.length;
  }
  return end;
}

/** Distributes the cells to rows and joins adjacent ones of the same style; a cell wider than its row is cut. */
function segmentRows(cells: Cell[], ranges: Range[]): Segment[][] {
  const rows: Segment[][] = ranges.map(() => []);
  let at = 0;
  let index = 0;
  for (const cell of cells) {
    let done = 0;
    while (done < cell.shown.length) {
      while (index + 1 < ranges.length && at + done >= (ranges[index]?.end ?? 0)) index += 1;
      const room = Math.max(1, (ranges[index]?.end ?? 0) - at - done);
      const text = cell.shown.slice(done, done + room);
      append(rows[index] ?? [], text, cell.style);
      done += text.length;
    }
    at += cell.shown.length;
  }
  return rows;
}

function append(row: Segment[], text: string, style: Segment['style']): void {
  const last = row.at(-1);
  if (last?.style === style) last.text += text;
  else row.push({ text, style });
}

function windowOf(rows: Segment[][], cursor: Layout['cursor'], height: number): Layout {
  const top = Math.max(0, Math.min(cursor.row - Math.floor(height / 2), rows.length - height));
  return { rows: rows.slice(top, top + height), cursor: { row: cursor.row - top, column: cursor.column }, above: top };
}
