/** A growing paragraph: rows that can no longer change are given out, the rest stays open. Pure. */

import {
  type Line,
  lineWidth,
  mergeSpans,
  plainText,
  type Span,
  sliceSpans,
  wrapLineSpans,
} from '../../screen/spans.ts';

/** The parts that stay the same while a paragraph grows. */
export interface FlowStyle {
  /** Prefix of the first row; `rest` is the prefix of the others. */
  first?: Line;
  rest?: Line;
  render(source: string): Span[];
  /** Returns the end of the part of an open text that is settled. */
  cut(source: string): number;
}

export interface Flow {
  readonly style: FlowStyle;
  /** Prefix of the next row. */
  readonly lead: Line;
  /** Rendered text of the row that is not full yet. */
  readonly settled: readonly Span[];
  /** Source whose meaning may still change. */
  readonly open: string;
  /** True if nothing has been settled yet. */
  readonly isEmpty: boolean;
}

export function startFlow(style: FlowStyle): Flow {
  return { style, lead: style.first ?? [], settled: [], open: '', isEmpty: true };
}

/** Adds text to the paragraph; the returned `rows` are final. */
export function pushFlow(flow: Flow, text: string, width: number): { flow: Flow; rows: Line[] } {
  const { render, cut, rest = [] } = flow.style;
  const source = flow.open + text;
  const at = cut(source);
  if (at === 0) return { flow: { ...flow, open: source }, rows: [] };
  const settled = mergeSpans([...flow.settled, ...render(source.slice(0, at))]);
  const next: Flow = { ...flow, settled, open: source.slice(at), isEmpty: false };
  const rows = rowsOf(next, settled, width);
  const last = rows.pop();
  if (rows.length === 0 || last === undefined) return { flow: next, rows: [] };
  const kept = plainText(last).length - plainText(rest).length;
  const whole = plainText(settled).length;
  return { flow: { ...next, settled: sliceSpans(settled, whole - kept, whole), lead: rest }, rows };
}

/** Ends a line of the paragraph: with a row if the line ends in a backslash or two blanks, otherwise with `joint` before the next line. */
export function endFlowLine(flow: Flow, joint: string, width: number): { flow: Flow; rows: Line[] } {
  const { style, open } = flow;
  const said = /(?<!\\)(?:\\\\)*\\$/.test(open) ? open.slice(0, -1) : undefined; // an even number of backslashes is text
  const isBreak = said !== undefined || / {2}$/.test(plainText(flow.settled) + open);
  if (!isBreak) return pushFlow(flow, joint, width);
  const left: Flow = { ...flow, open: said ?? open };
  if (style.cut(`${left.open} `) <= left.open.length) return pushFlow(left, ' ', width); // a mark is open across the break
  return { flow: { ...startFlow(style), lead: style.rest ?? [] }, rows: endFlow(left, width) };
}

/** The rows that are still open. */
export function flowRows(flow: Flow, width: number): Line[] {
  const { settled, open, lead, style, isEmpty } = flow;
  if (isEmpty && open === '') return lineWidth(lead) > 0 ? [lead] : [];
  return rowsOf(flow, [...settled, ...style.render(open)], width);
}

/** The last rows of a paragraph that has ended. */
export function endFlow(flow: Flow, width: number): Line[] {
  return flowRows(flow, width).map(trimmed);
}

function rowsOf({ lead, style }: Flow, spans: Line, width: number): Line[] {
  return wrapLineSpans(spans, width, { first: lead, rest: style.rest ?? [] });
}

/** Removes blanks at the end of a row, which are invisible and may exceed the width. */
function trimmed(row: Line): Line {
  const text = plainText(row);
  const end = text.trimEnd().length;
  return end === text.length || end === 0 ? row : sliceSpans(row, 0, end);
}
