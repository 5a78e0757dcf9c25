/** Resolves the position a call points to: by line and symbol, by line and column, or by symbol alone, because models count columns badly. */

import { decodeFile } from '../../base/files/text-file.ts';
import { integer, optional, string } from '../../base/schema.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import type { CodePosition } from '../../protocol/lsp.ts';
import { type Failure, failed } from '../../protocol/tool.ts';

export const POSITION = {
  path: string(),
  line: optional(integer('from 1', { min: 1 })),
  symbol: optional(string('its text on that line')),
  character: optional(integer('column from 1, instead of symbol', { min: 1 })),
};

export interface PositionArgs {
  path: string;
  line?: number;
  symbol?: string;
  character?: number;
}

const MOST_BYTES = 4 * 1024 * 1024;
const SHOWN = 8;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

export async function findPosition(args: PositionArgs, workspace: Workspace): Promise<CodePosition | Failure> {
  const { line, symbol, character } = args;
  const { bytes, absolute, display } = await workspace.readFile(args.path, { maxBytes: MOST_BYTES });
  const text = decodeFile(bytes)?.text;
  if (text === undefined) return failed(`${display} is not a text file.`);
  const lines = text.split(/\r?\n/);
  if (line === undefined && symbol === undefined) return failed('Give line and symbol, or symbol.');
  if (line !== undefined && line > lines.length) return failed(`${display} has ${lines.length} lines.`);
  const at = (found: number, column: number): CodePosition => ({ path: absolute, line: found, column });
  if (symbol === undefined && line !== undefined) {
    const first = (lines[line - 1] ?? '').search(NAME);
    return at(line, character ?? Math.max(1, first + 1));
  }
  const wanted = symbol ?? '';
  if (line === undefined) {
    const whole = lines.findIndex((each) => namesIn(each).includes(wanted));
    const index = whole >= 0 ? whole : lines.findIndex((each) => columnOf(each, wanted) > 0);
    if (index >= 0) return at(index + 1, columnOf(lines[index] ?? '', wanted));
    return failed(`${wanted} is not in ${display}.${nearestNames(wanted, namesIn(text))}`);
  }
  const column = columnOf(lines[line - 1] ?? '', wanted);
  if (column > 0) return at(line, column);
  const elsewhere = lines.flatMap((each, index) => (columnOf(each, wanted) > 0 ? [index + 1] : []));
  if (elsewhere.length > 0) {
    const closest = elsewhere.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line)).slice(0, SHOWN);
    return failed(`${wanted} is not on line ${line} of ${display}, but on ${closest.join(', ')}.`);
  }
  return failed(
    `${wanted} is not on line ${line} of ${display}.${nearestNames(wanted, namesIn(lines[line - 1] ?? ''))}`,
  );
}

/** 1-based column of a symbol, 0 if absent. A whole name takes precedence over a part of one. */
function columnOf(line: string, symbol: string): number {
  if (symbol === '') return 0;
  for (const { 0: name, index } of line.matchAll(NAME)) if (name === symbol) return index + 1;
  return line.indexOf(symbol) + 1;
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAME)].map(([name]) => name))];
}

function nearestNames(wanted: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const close = nearest(wanted, names);
  const shown = [...new Set([...(close === undefined ? [] : [close]), ...names])].slice(0, SHOWN);
  return ` There are: ${shown.join(', ')}.`;
}
