/** Markdown drawn while it streams: whole lines are given out as soon as nothing can change them. */

import { type Line, span } from '../../screen/spans.ts';
import type { Theme } from '../../screen/theme.ts';
import { type CodeBlock, createCodeBlock, type Highlight } from './code-block.ts';
import { createFlow, type Flow } from './flow.ts';
import { inlineSpans } from './inline.ts';
import { type LineKind, lineKind } from './line-kind.ts';
import { stableCut } from './stable-cut.ts';
import { isDelimiterRow, tableLines } from './table.ts';

export interface MarkdownStream {
  /** More text; returns the lines that are final. */
  write(text: string, width: number): Line[];
  /** The lines of what is still open. */
  live(width: number): Line[];
  end(width: number): Line[];
}

type Block =
  | { kind: 'none' }
  | { kind: 'flow'; flow: Flow; of: 'text' | 'item' | 'quote' }
  | { kind: 'code'; code: CodeBlock; mark: string }
  | { kind: 'table'; rows: string[] };

const WIDE_EDGE = /[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]/;

export function createMarkdownStream(theme: Theme, highlight: Highlight): MarkdownStream {
  let block: Block = { kind: 'none' };
  /** The current line as far as it has come, while it is not clear what it begins. */
  let head = '';
  /** The current line's text goes straight to the open paragraph. */
  let isFlowing = false;
  let lastCharacter = '';
  /** The column where the text of the current list item begins. */
  let itemIndent = 0;
  let hasLines = false;
  let gapDue = false;
  let out: Line[] = [];

  return {
    write(text, width) {
      let rest = text;
      while (rest !== '') {
        const newline = rest.indexOf('\n');
        if (newline < 0) {
          partial(rest, width);
          break;
        }
        partial(rest.slice(0, newline), width);
        endLine(width);
        rest = rest.slice(newline + 1);
      }
      return take();
    },
    live(width) {
      const gap: Line[] = gapDue && hasLines ? [[]] : [];
      if (block.kind === 'code') return [...gap, ...block.code.live(head)];
      if (block.kind === 'table') return [...gap, ...tableRows([...block.rows, ...(head === '' ? [] : [head])], width)];
      const open = block.kind === 'flow' ? block.flow.live(width) : [];
      const next: Line[] = head.trim() === '' ? [] : [[span(head)]];
      return [...gap, ...open, ...next];
    },
    end(width) {
      if (head !== '' || isFlowing) endLine(width);
      close(width);
      const lines = take();
      hasLines = false;
      gapDue = false;
      itemIndent = 0;
      return lines;
    },
  };

  function take(): Line[] {
    const lines = out;
    out = [];
    return lines;
  }

  function give(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    if (gapDue && hasLines) out.push([]);
    gapDue = false;
    hasLines = true;
    out.push(...lines);
  }

  function partial(text: string, width: number): void {
    if (text === '') return;
    if (isFlowing) return flowOn(text, width);
    head += text;
    if (block.kind === 'code' || block.kind === 'table') return;
    const kind = lineKind(head, false);
    if (kind && (kind.kind === 'item' || kind.kind === 'quote' || kind.kind === 'text')) begin(kind, width);
  }

  function endLine(width: number): void {
    if (isFlowing) {
      isFlowing = false;
      return;
    }
    const line = head;
    head = '';
    if (block.kind === 'code') return codeLine(block, line);
    if (block.kind === 'table' && tableGoesOn(block.rows, line)) {
      block.rows.push(line);
      return;
    }
    const kind = lineKind(line, true);
    if (kind) begin(kind, width, line);
    isFlowing = false;
  }

  function codeLine(open: Extract<Block, { kind: 'code' }>, line: string): void {
    const closing = new RegExp(`^\\s*${open.mark[0]}{${open.mark.length},}\\s*$`);
    if (!closing.test(line)) return give(open.code.push(line));
    give(open.code.end());
    block = { kind: 'none' };
    gapDue = true;
  }

  function begin(kind: LineKind, width: number, line = head): void {
    head = '';
    switch (kind.kind) {
      case 'blank':
        close(width);
        gapDue = true;
        return;
      case 'fence':
        close(width);
        gapDue = true;
        block = { kind: 'code', code: createCodeBlock(kind.language, kind.indent, highlight), mark: kind.mark };
        return;
      case 'heading':
        close(width);
        gapDue = true;
        itemIndent = 0;
        give([inlineSpans(kind.text, theme, theme.heading)]);
        gapDue = true;
        return;
      case 'rule':
        close(width);
        give([[span('---', theme.secondary)]]);
        return;
      case 'table':
        close(width);
        block = { kind: 'table', rows: [line] };
        return;
      case 'item':
        close(width);
        startItem(kind);
        return flowOn(kind.text, width);
      case 'quote':
        if (block.kind !== 'flow' || block.of !== 'quote') {
          close(width);
          const bar = [span('> ', theme.quote)];
          startFlow('quote', bar, bar);
        } else joinLine(kind.text, width);
        return flowOn(kind.text, width);
      case 'text':
        return beginText(kind, width, line);
    }
  }

  function beginText(kind: Extract<LineKind, { kind: 'text' }>, width: number, line: string): void {
    if (block.kind === 'flow') {
      joinLine(kind.text, width);
      return flowOn(kind.text, width);
    }
    close(width);
    const isIndented = kind.indent >= 2 && itemIndent > 0;
    if (!isIndented) itemIndent = 0;
    const indent = isIndented ? [span(' '.repeat(itemIndent))] : [];
    if (kind.indent >= 4 && !isIndented) return give([[span(line)]]);
    startFlow('text', indent, indent);
    flowOn(kind.text, width);
  }

  function startItem(kind: Extract<LineKind, { kind: 'item' }>): void {
    const depth = Math.min(8, Math.floor(kind.indent / 2));
    const lead = `${'  '.repeat(depth)}${/\d/.test(kind.marker) ? kind.marker : '-'} `;
    itemIndent = lead.length;
    startFlow('item', [span(lead)], [span(' '.repeat(lead.length))]);
  }

  function startFlow(of: 'text' | 'item' | 'quote', first: Line, rest: Line): void {
    const base = of === 'quote' ? theme.quote : '';
    const render = (source: string) => inlineSpans(source, theme, base);
    block = { kind: 'flow', of, flow: createFlow({ first, rest, render, cut: stableCut }) };
    lastCharacter = '';
  }

  /** Lines of one paragraph join: with a blank, or with none between Chinese or Japanese. */
  function joinLine(next: string, width: number): void {
    if (block.kind !== 'flow' || lastCharacter === '') return;
    const isWide = WIDE_EDGE.test(lastCharacter) && WIDE_EDGE.test(next[0] ?? '');
    if (!isWide) give(block.flow.push(' ', width));
  }

  function flowOn(text: string, width: number): void {
    if (block.kind !== 'flow') return;
    isFlowing = true;
    if (text === '') return;
    lastCharacter = text.at(-1) ?? '';
    give(block.flow.push(text, width));
  }

  function tableGoesOn(rows: readonly string[], line: string): boolean {
    return rows.length === 1 ? isDelimiterRow(line) : /^\s*\|/.test(line);
  }

  /** A first row that no delimiter follows was only a line. */
  function tableRows(rows: readonly string[], width: number): Line[] {
    const isTable = rows.length > 1 && isDelimiterRow(rows[1] ?? '');
    return isTable ? tableLines(rows, width, theme) : rows.map((row) => inlineSpans(row, theme));
  }

  function close(width: number): void {
    if (block.kind === 'flow') give(block.flow.end(width));
    else if (block.kind === 'code') give(block.code.end());
    else if (block.kind === 'table') give(tableRows(block.rows, width));
    block = { kind: 'none' };
  }
}
