/** A Markdown table in columns that fit the width. */

import { type Line, lineWidth, type Span, span, wrapLineSpans } from '../../screen/spans.ts';
import type { Theme } from '../../screen/theme.ts';
import { inlineSpans } from './inline.ts';

const GAP = '  ';
const NARROWEST = 3;

export function isDelimiterRow(line: string): boolean {
  return line.includes('|') && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));
}

/** `rows` are the source lines; the second one, the delimiter, defines the alignment of the columns. */
export function tableLines(rows: readonly string[], width: number, theme: Theme): Line[] {
  const [header = '', delimiter = '', ...body] = rows;
  const aligns = cellsOf(delimiter).map(alignOf);
  const head = cellsOf(header).map((cell) => inlineSpans(cell, theme, theme.strong));
  const cells = [head, ...body.map((row) => cellsOf(row).map((cell) => inlineSpans(cell, theme)))];
  const columns = Math.max(...cells.map((row) => row.length));
  const widths = fitColumns(
    Array.from({ length: columns }, (_, column) => Math.max(1, ...cells.map((row) => lineWidth(row[column] ?? [])))),
    width,
  );
  const rule: Line = widths.flatMap((columnWidth, column) => [
    span('-'.repeat(columnWidth), theme.secondary),
    ...(column < columns - 1 ? [span(GAP)] : []),
  ]);
  const [first = [], ...others] = cells.map((row) => rowLines(row, widths, aligns));
  return [...first, rule, ...others.flat()];
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Narrows the widest columns until the table fits. */
function fitColumns(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const room = width - GAP.length * (widths.length - 1);
  let over = widths.reduce((sum, column) => sum + column, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    const index = widths.indexOf(widest);
    const next = Math.max(NARROWEST, ...widths.filter((column) => column < widest));
    const cut = Math.min(over, Math.max(1, widest - next));
    widths[index] = widest - cut;
    over -= cut;
  }
  return widths;
}

type Align = 'left' | 'center' | 'right';

function alignOf(mark: string): Align {
  if (!mark.endsWith(':')) return 'left';
  return mark.startsWith(':') ? 'center' : 'right';
}

function rowLines(row: readonly Span[][], widths: readonly number[], aligns: readonly Align[]): Line[] {
  const wrapped = widths.map((width, column) => wrapLineSpans(row[column] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) => {
    return widths.flatMap((width, column) => {
      const line = wrapped[column]?.[index] ?? [];
      const free = Math.max(0, width - lineWidth(line));
      const before = { left: 0, center: Math.floor(free / 2), right: free }[aligns[column] ?? 'left'];
      const placed = before > 0 && line.length > 0 ? [span(' '.repeat(before)), ...line] : [...line];
      if (column === widths.length - 1) return placed;
      return [...placed, span(' '.repeat(Math.max(0, width - lineWidth(placed))) + GAP)];
    });
  });
}
