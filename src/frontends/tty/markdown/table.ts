/** A Markdown table in columns that fit the width. */

import type { Line, Span } from '../text/spans.ts';
import { lineWidth, span, wrapLineSpans } from '../text/spans.ts';
import type { Theme } from '../theme.ts';
import { inlineSpans } from './inline.ts';

const GAP = '  ';
const NARROWEST = 3;

export function isDelimiterRow(line: string): boolean {
  return /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line) && line.includes('|');
}

/** `rows` are the source lines; the second one, the delimiter, is left out. */
export function tableLines(rows: readonly string[], width: number, theme: Theme): Line[] {
  const [header = '', , ...body] = rows;
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
  const [first = [], ...others] = cells.map((row) => rowLines(row, widths));
  return [...first, rule, ...others.flat()];
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The widest columns give way until the table fits. */
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

function rowLines(row: readonly Span[][], widths: readonly number[]): Line[] {
  const wrapped = widths.map((width, column) => wrapLineSpans(row[column] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) => {
    return widths.flatMap((width, column) => {
      const line = wrapped[column]?.[index] ?? [];
      if (column === widths.length - 1) return [...line];
      return [...line, span(' '.repeat(Math.max(0, width - lineWidth(line))) + GAP)];
    });
  });
}
