/** Reads the Language Server Protocol and converts its results to positions and problems. */

import { pathToFileURL } from 'node:url';
import { pathOfUri } from '../../base/files/file-uri.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { CodeEdit, CodePosition, CodeProblem, CodeSymbol } from '../../protocol/lsp.ts';

/** 0-based, in UTF-16 units, like indices of JavaScript strings. */
interface Position {
  line: number;
  character: number;
}

const SEVERITIES = ['error', 'error', 'warning', 'info', 'info'] as const;
const KINDS =
  'file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum-member struct event operator type-parameter'.split(
    ' ',
  );

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

export function problemsOf(path: string, items: unknown): CodeProblem[] {
  return listOf(items).flatMap((item) => {
    const at = startOf(item.range);
    if (!at || typeof item.message !== 'string') return [];
    const severity = SEVERITIES[typeof item.severity === 'number' ? item.severity : 1] ?? 'info';
    const { code } = item;
    const known = typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {};
    return [{ path, ...lineAndColumn(at), severity, message: item.message, ...known }];
  });
}

/** Reads locations and location links, one or many. */
export function positionsOf(result: unknown): CodePosition[] {
  const items = Array.isArray(result) ? listOf(result) : isPlainObject(result) ? [result] : [];
  return items.flatMap((item) => {
    const path = pathOfUri(item.uri ?? item.targetUri);
    const at = startOf(item.range ?? item.targetSelectionRange ?? item.targetRange);
    return path !== undefined && at ? [{ path, ...lineAndColumn(at) }] : [];
  });
}

export function hoverText(result: unknown): string {
  const contents = isPlainObject(result) ? result.contents : undefined;
  const parts = Array.isArray(contents) ? contents : [contents];
  return parts
    .map((part: unknown) => {
      if (typeof part === 'string') return part;
      return isPlainObject(part) && typeof part.value === 'string' ? part.value : '';
    })
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** Reads a tree of symbols, or a flat list with locations. */
export function symbolsOf(path: string, result: unknown, container?: string): CodeSymbol[] {
  return listOf(result).flatMap((item) => {
    const location = isPlainObject(item.location) ? item.location : {};
    const at = startOf(item.selectionRange ?? item.range ?? location.range);
    const where = pathOfUri(location.uri) ?? path;
    if (!at || typeof item.name !== 'string') return [];
    const kind = KINDS[(typeof item.kind === 'number' ? item.kind : 0) - 1] ?? 'symbol';
    const inside = container ?? (typeof item.containerName === 'string' ? item.containerName : undefined);
    const own = { name: item.name, kind, path: where, ...lineAndColumn(at), ...(inside ? { container: inside } : {}) };
    return [own, ...symbolsOf(path, item.children, item.name)];
  });
}

/** The text edits of a workspace edit; `undefined` if it would also create, move or delete files. */
export function editsOf(result: unknown): CodeEdit[] | undefined {
  if (!isPlainObject(result)) return [];
  const changed = Array.isArray(result.documentChanges)
    ? listOf(result.documentChanges).map((each) => {
        const document = isPlainObject(each.textDocument) ? each.textDocument : {};
        return { uri: document.uri, edits: each.edits, isText: each.kind === undefined };
      })
    : Object.entries(isPlainObject(result.changes) ? result.changes : {}).map(([uri, edits]) => ({
        uri,
        edits,
        isText: true,
      }));
  if (changed.some(({ isText }) => !isText)) return undefined;
  return changed.flatMap(({ uri, edits }) => {
    const path = pathOfUri(uri);
    return listOf(edits).flatMap((edit) => {
      const [from, to] = [startOf(edit.range), endOfRange(edit.range)];
      if (path === undefined || !from || !to || typeof edit.newText !== 'string') return [];
      return [{ path, from: lineAndColumn(from), to: lineAndColumn(to), text: edit.newText }];
    });
  });
}

export function positionOf({ line, column }: { line: number; column: number }): Position {
  return { line: line - 1, character: column - 1 };
}

function lineAndColumn({ line, character }: Position): { line: number; column: number } {
  return { line: line + 1, column: character + 1 };
}

function startOf(range: unknown): Position | undefined {
  return isPlainObject(range) ? positionIn(range.start) : undefined;
}

function endOfRange(range: unknown): Position | undefined {
  return isPlainObject(range) ? positionIn(range.end) : undefined;
}

function positionIn(value: unknown): Position | undefined {
  if (!isPlainObject(value)) return undefined;
  const { line, character } = value;
  return typeof line === 'number' && typeof character === 'number' ? { line, character } : undefined;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}
