/** A paragraph as it grows: rows that nothing can change any more are given out, the rest stays open. */

import {
  type Line,
  lineWidth,
  mergeSpans,
  plainText,
  type Span,
  sliceSpans,
  wrapLineSpans,
} from '../../screen/spans.ts';

export interface Flow {
  /** More of its text; returns the rows that are final. */
  push(text: string, width: number): Line[];
  /** The rows that are still open. */
  live(width: number): Line[];
  end(width: number): Line[];
}

interface FlowOptions {
  /** What stands before the first row and before the others. */
  first?: Line;
  rest?: Line;
  render(source: string): Span[];
  /** The end of the part of an open text that is settled. */
  cut(source: string): number;
}

export function createFlow(options: FlowOptions): Flow {
  const { rest = [], render, cut } = options;
  let first = options.first ?? [];
  let settled: Span[] = [];
  let open = '';
  let isEmpty = true;

  function rowsOf(spans: Line, width: number): Line[] {
    return wrapLineSpans(spans, width, { first, rest });
  }

  return {
    push(text, width) {
      open += text;
      const at = cut(open);
      if (at === 0) return [];
      settled = mergeSpans([...settled, ...render(open.slice(0, at))]);
      open = open.slice(at);
      isEmpty = false;
      const rows = rowsOf(settled, width);
      const last = rows.pop();
      if (rows.length === 0 || last === undefined) return [];
      const kept = plainText(last).length - plainText(rest).length;
      const whole = plainText(settled).length;
      settled = sliceSpans(settled, whole - kept, whole);
      first = rest;
      return rows;
    },
    live(width) {
      if (isEmpty && open === '') return lineWidth(first) > 0 ? [first] : [];
      return rowsOf([...settled, ...render(open)], width);
    },
    end(width) {
      const rows = this.live(width).map(trimmed);
      settled = [];
      open = '';
      isEmpty = true;
      first = [];
      return rows;
    },
  };
}

/** Blanks at the end of a row are nothing to see, and may stick out. */
function trimmed(row: Line): Line {
  const text = plainText(row);
  const end = text.trimEnd().length;
  return end === text.length || end === 0 ? row : sliceSpans(row, 0, end);
}
