/** Draws Markdown while it streams: whole lines are given out as soon as nothing can change them. Pure. */

import { type Line, span } from '../../screen/spans.ts';
import type { TextStyle, Theme } from '../../screen/theme.ts';
import { type CodeBlock, codeRows, endCode, type Highlight, pushCode, startCode } from './code-block.ts';
import { endFlow, endFlowLine, type Flow, flowRows, pushFlow, startFlow } from './flow.ts';
import { inlineSpans } from './inline.ts';
import { isIndentedCode, type LineKind, lineKind } from './line-kind.ts';
import { stableCut } from './stable-cut.ts';
import { isDelimiterRow, tableLines } from './table.ts';

export interface Markdown {
  readonly block: Block;
  /** The current line so far, while it is unclear what it begins. */
  readonly head: string;
  /** True if the text of the current line goes straight to the open paragraph. */
  readonly isFlowing: boolean;
  readonly lastCharacter: string;
  /** The column where the text of the current list item begins. */
  readonly itemIndent: number;
  /** True if there are lines above. */
  readonly needsGap: boolean;
  readonly gapDue: boolean;
}

type Block =
  | { readonly kind: 'none' }
  | { readonly kind: 'flow'; readonly flow: Flow; readonly of: FlowKind }
  | { readonly kind: 'code'; readonly code: CodeBlock; readonly mark: string }
  /** Indented code; `blanks` counts the empty lines that wait for its next line. */
  | { readonly kind: 'indented'; readonly blanks: number }
  /** `source` is one string, so that another row costs the same in a table of any length. */
  | { readonly kind: 'table'; readonly source: string; readonly rows: number };

type FlowKind = 'text' | 'item' | 'quote';

/** The width, styles and marks to draw with. */
export interface Paper {
  width: number;
  theme: Theme;
  highlight: Highlight;
  style: { markdown: Marks };
}

/** How everything that is not text is shown. */
export interface Marks {
  /** The styles of headings by level; the last one applies to all deeper levels. */
  headings: readonly TextStyle[];
  quote: string;
  /** Shown above and below code unless empty; the code itself stays as written, so that it can be copied. */
  codeEdge: string;
  /** A horizontal line, or dashes as written. */
  rule: 'line' | 'dashes';
}

export interface Written {
  markdown: Markdown;
  /** Lines that are final. */
  lines: Line[];
}

/** Yields the lines that are final and returns what is open after them. */
type Writing = Generator<Line, Markdown>;

export const NO_MARKDOWN: Markdown = {
  block: { kind: 'none' },
  head: '',
  isFlowing: false,
  lastCharacter: '',
  itemIndent: 0,
  needsGap: false,
  gapDue: false,
};

/** The longest horizontal line. */
const LINE = 60;
const WIDE_EDGE = /[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]/;

/** Adds more text. */
export function writeMarkdown(markdown: Markdown, text: string, paper: Paper): Written {
  return collect(write(markdown, text, paper));
}

/** Ends the text and gives out everything that is open. */
export function endMarkdown(markdown: Markdown, paper: Paper): Written {
  return collect(end(markdown, paper));
}

/** The lines of everything that is still open. */
export function markdownRows({ block, head, gapDue, needsGap }: Markdown, paper: Paper): Line[] {
  const gap: Line[] = gapDue && needsGap ? [[]] : [];
  if (block.kind === 'code') return [...gap, ...codeRows(block.code, head)];
  if (block.kind === 'table') {
    return [...gap, ...tableRows(head === '' ? block.source : `${block.source}\n${head}`, paper)];
  }
  const open = block.kind === 'flow' ? flowRows(block.flow, paper.width) : [];
  const next: Line[] = head.trim() === '' ? [] : [[span(head)]];
  return [...gap, ...open, ...next];
}

/** Draws a whole text at once. */
export function markdownLines(text: string, paper: Paper): Line[] {
  const { markdown, lines } = writeMarkdown(NO_MARKDOWN, text, paper);
  return [...lines, ...endMarkdown(markdown, paper).lines];
}

function collect(writing: Writing): Written {
  const lines: Line[] = [];
  for (;;) {
    const step = writing.next();
    if (step.done) return { markdown: step.value, lines };
    lines.push(step.value);
  }
}

function* write(markdown: Markdown, text: string, paper: Paper): Writing {
  let open = markdown;
  let from = 0;
  for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', from)) {
    open = yield* addToLine(open, text.slice(from, newline), paper);
    open = yield* endLine(open, paper);
    from = newline + 1;
  }
  return yield* addToLine(open, text.slice(from), paper);
}

function* end(markdown: Markdown, paper: Paper): Writing {
  const ended = markdown.head !== '' || markdown.isFlowing ? yield* endLine(markdown, paper) : markdown;
  yield* close(ended, paper);
  return NO_MARKDOWN;
}

function* give(markdown: Markdown, lines: readonly Line[]): Writing {
  if (lines.length === 0) return markdown;
  if (markdown.gapDue && markdown.needsGap) yield [];
  yield* lines;
  return { ...markdown, gapDue: false, needsGap: true };
}

function* addToLine(markdown: Markdown, text: string, paper: Paper): Writing {
  if (text === '') return markdown;
  if (markdown.isFlowing) return yield* flowOn(markdown, text, paper);
  const { block } = markdown;
  const head = markdown.head + text;
  const isWhole = block.kind === 'code' || block.kind === 'table' || isCode(markdown, head);
  const kind = isWhole ? undefined : lineKind(head, false);
  const isFlow = kind?.kind === 'item' || kind?.kind === 'quote' || kind?.kind === 'text';
  return isFlow ? yield* begin(markdown, kind, head, paper) : { ...markdown, head };
}

function* endLine(markdown: Markdown, paper: Paper): Writing {
  if (markdown.isFlowing) return { ...markdown, isFlowing: false };
  const { block, head: line } = markdown;
  const rest: Markdown = { ...markdown, head: '' };
  if (block.kind === 'code') return yield* codeLine(rest, block, line, paper);
  if (block.kind === 'table' && tableGoesOn(block.rows, line)) {
    return { ...rest, block: { kind: 'table', source: `${block.source}\n${line}`, rows: block.rows + 1 } };
  }
  if (isCode(rest, line)) return yield* indentedLine(rest, line, paper);
  if (block.kind === 'indented' && line.trim() === '') {
    return { ...rest, block: { kind: 'indented', blanks: block.blanks + 1 } };
  }
  const kind = lineKind(line, true);
  const next = kind ? yield* begin(rest, kind, line, paper) : rest;
  return { ...next, isFlowing: false };
}

function* codeLine(markdown: Markdown, block: Extract<Block, { kind: 'code' }>, line: string, paper: Paper): Writing {
  const { mark } = block;
  const closing = new RegExp(`^\\s*${mark[0]}{${mark.length},}\\s*$`);
  if (closing.test(line)) {
    const closed = yield* close(markdown, paper);
    return { ...closed, gapDue: true };
  }
  const { code, lines } = pushCode(block.code, line, paper.highlight);
  return yield* give({ ...markdown, block: { ...block, code } }, lines);
}

function isCode({ block, itemIndent }: Markdown, line: string): boolean {
  return (block.kind === 'none' || block.kind === 'indented') && itemIndent === 0 && isIndentedCode(line);
}

/** Shows the line as written, because the blanks of code are part of it. */
function* indentedLine(markdown: Markdown, line: string, paper: Paper): Writing {
  const { block } = markdown;
  const isOpen = block.kind === 'indented';
  const before = isOpen ? markdown : { ...(yield* close(markdown, paper)), gapDue: true };
  const blanks: Line[] = Array.from({ length: isOpen ? block.blanks : 0 }, () => []);
  const given = yield* give(before, [...blanks, [span(line)]]);
  return { ...given, block: { kind: 'indented', blanks: 0 } };
}

/** `line` is the line so far, or all of it if `kind` cannot be determined sooner. */
function* begin(markdown: Markdown, kind: LineKind, line: string, paper: Paper): Writing {
  const { theme, highlight } = paper;
  const { markdown: marks } = paper.style;
  const { block } = markdown;
  const before: Markdown = { ...markdown, head: '' };
  switch (kind.kind) {
    case 'blank':
      return { ...(yield* close(before, paper)), gapDue: true };
    case 'fence': {
      const closed = yield* close(before, paper);
      const code = startCode(kind.language, kind.indent, highlight);
      const open: Markdown = { ...closed, block: { kind: 'code', code, mark: kind.mark }, gapDue: true };
      if (marks.codeEdge === '') return open;
      const edge = `${marks.codeEdge} ${kind.language}`.trimEnd();
      return yield* give(open, [[span(edge, theme.secondary)]]);
    }
    case 'heading': {
      const closed = yield* close(before, paper);
      const textStyle = marks.headings[kind.level - 1] ?? marks.headings.at(-1) ?? 'heading';
      const heading = inlineSpans(kind.text, theme, theme[textStyle]);
      return { ...(yield* give({ ...closed, gapDue: true, itemIndent: 0 }, [heading])), gapDue: true };
    }
    case 'rule': {
      const isLine = marks.rule === 'line';
      const closed = yield* close(before, paper);
      const rule = isLine ? '─'.repeat(Math.min(LINE, paper.width)) : '---';
      return yield* give({ ...closed, gapDue: closed.gapDue || isLine }, [[span(rule, theme.secondary)]]);
    }
    case 'table':
      return { ...(yield* close(before, paper)), block: { kind: 'table', source: line, rows: 1 } };
    case 'item':
      return yield* flowOn(startItem(yield* close(before, paper), kind, theme), kind.text, paper);
    case 'quote': {
      const goesOn = block.kind === 'flow' && block.of === 'quote';
      const bar = [span(marks.quote, theme.quote)];
      const open = goesOn
        ? yield* joinLine(before, kind.text, paper)
        : openFlow(yield* close(before, paper), 'quote', bar, bar, theme);
      return yield* flowOn(open, kind.text, paper);
    }
    case 'text':
      return yield* beginText(before, kind, paper);
  }
}

function* beginText(markdown: Markdown, kind: Extract<LineKind, { kind: 'text' }>, paper: Paper): Writing {
  if (markdown.block.kind === 'flow') {
    return yield* flowOn(yield* joinLine(markdown, kind.text, paper), kind.text, paper);
  }
  const closed = yield* close(markdown, paper);
  const isIndented = kind.indent >= 2 && closed.itemIndent > 0;
  const itemIndent = isIndented ? closed.itemIndent : 0;
  const indent = isIndented ? [span(' '.repeat(itemIndent))] : [];
  return yield* flowOn(openFlow({ ...closed, itemIndent }, 'text', indent, indent, paper.theme), kind.text, paper);
}

function startItem(markdown: Markdown, kind: Extract<LineKind, { kind: 'item' }>, theme: Theme): Markdown {
  const depth = Math.min(8, Math.floor(kind.indent / 2));
  const lead = `${'  '.repeat(depth)}${/\d/.test(kind.marker) ? kind.marker : '-'} `;
  const hang = [span(' '.repeat(lead.length))];
  return openFlow({ ...markdown, itemIndent: lead.length }, 'item', [span(lead)], hang, theme);
}

function openFlow(markdown: Markdown, of: FlowKind, first: Line, rest: Line, theme: Theme): Markdown {
  const base = of === 'quote' ? theme.quote : '';
  const render = (source: string) => inlineSpans(source, theme, base);
  const flow = startFlow({ first, rest, render, cut: stableCut });
  return { ...markdown, block: { kind: 'flow', of, flow }, lastCharacter: '' };
}

/** Joins the lines of one paragraph with a blank, or with nothing between Chinese or Japanese characters. */
function* joinLine(markdown: Markdown, next: string, { width }: Paper): Writing {
  const { block, lastCharacter } = markdown;
  if (block.kind !== 'flow' || lastCharacter === '') return markdown;
  const isWide = WIDE_EDGE.test(lastCharacter) && WIDE_EDGE.test(next[0] ?? '');
  const { flow, rows } = endFlowLine(block.flow, isWide ? '' : ' ', width);
  return yield* give({ ...markdown, block: { ...block, flow } }, rows);
}

function* flowOn(markdown: Markdown, text: string, { width }: Paper): Writing {
  const { block } = markdown;
  if (block.kind !== 'flow') return markdown;
  if (text === '') return { ...markdown, isFlowing: true };
  const { flow, rows } = pushFlow(block.flow, text, width);
  const lastCharacter = text.at(-1) ?? '';
  return yield* give({ ...markdown, block: { ...block, flow }, isFlowing: true, lastCharacter }, rows);
}

function* close(markdown: Markdown, paper: Paper): Writing {
  const closed = yield* give(markdown, blockRows(markdown.block, paper));
  return { ...closed, block: { kind: 'none' }, gapDue: closed.gapDue || markdown.block.kind === 'indented' };
}

function blockRows(block: Block, paper: Paper): Line[] {
  switch (block.kind) {
    case 'none':
    case 'indented':
      return [];
    case 'flow':
      return endFlow(block.flow, paper.width);
    case 'code': {
      const { codeEdge } = paper.style.markdown;
      const edge: Line[] = codeEdge === '' ? [] : [[span(codeEdge, paper.theme.secondary)]];
      return [...endCode(block.code, paper.highlight), ...edge];
    }
    case 'table':
      return tableRows(block.source, paper);
  }
}

function tableGoesOn(rows: number, line: string): boolean {
  return rows === 1 ? isDelimiterRow(line) : /^\s*\|/.test(line);
}

/** A first row that no delimiter row follows is just a line. */
function tableRows(source: string, { width, theme }: Paper): Line[] {
  const rows = source.split('\n');
  const isTable = rows.length > 1 && isDelimiterRow(rows[1] ?? '');
  return isTable ? tableLines(rows, width, theme) : rows.map((row) => inlineSpans(row, theme));
}
