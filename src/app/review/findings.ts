/** Checks the model's findings about a change against that change; invented ones are dropped and counted. */

import { isPlainObject } from '../../base/schema.ts';
import type { DiffFile } from './diff.ts';

/** Worst first. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  /** Path from the top of the repository. */
  file: string;
  line: number;
  end_line?: number;
  severity: Severity;
  title: string;
  reason: string;
  suggestion?: Suggestion;
}

/** Replaces `old`, the text of these lines of the file, with `new`. */
export interface Suggestion {
  start_line: number;
  end_line: number;
  old: string;
  new: string;
}

export type Dropped = Record<'malformed' | 'file' | 'line' | 'suggestion' | 'repeated', number>;

export interface Checked {
  /** Sorted by file and line. */
  findings: Finding[];
  dropped: Dropped;
}

/** `textOf` returns a file as it is after the change; `undefined` if it cannot be read. */
export async function checkFindings(
  said: readonly unknown[],
  files: readonly DiffFile[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Checked> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const dropped: Dropped = { malformed: 0, file: 0, line: 0, suggestion: 0, repeated: 0 };
  const findings = new Map<string, Finding>();
  for (const each of said) {
    const checked = await check(each, byPath, textOf);
    if (typeof checked === 'string') dropped[checked] += 1;
    else if (findings.has(keyOf(checked))) dropped.repeated += 1;
    else findings.set(keyOf(checked), checked);
  }
  const inOrder = [...findings.values()].sort((a, b) => compare(a.file, b.file) || a.line - b.line);
  return { findings: inOrder, dropped };
}

export function countDropped(dropped: Dropped): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}

/** The number of findings at this level or worse. */
export function failing(findings: readonly Finding[], level: Severity | 'never'): number {
  if (level === 'never') return 0;
  const worst = SEVERITIES.indexOf(level);
  return findings.filter(({ severity }) => SEVERITIES.indexOf(severity) <= worst).length;
}

async function check(
  said: unknown,
  files: ReadonlyMap<string, DiffFile>,
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Finding | keyof Dropped> {
  if (!isPlainObject(said)) return 'malformed';
  const severity = severityOf(said['severity']);
  const [title, reason, name] = [textIn(said['title']), textIn(said['reason']), textIn(said['file'])];
  const line = lineIn(said['line']);
  if (!severity || !title || !reason || !name || line === undefined) return 'malformed';
  const file = named(name, files);
  if (!file) return 'file';
  if (!file.lines.has(line)) return 'line';
  const end = lineIn(said['end_line']);
  const isRange = end !== undefined && end > line && file.lines.has(end);
  const finding = { file: file.path, line, ...(isRange && { end_line: end }), severity, title, reason };
  if (said['suggestion'] === undefined || said['suggestion'] === null) return finding;
  const suggestion = placed(said['suggestion'], line, file.status === 'deleted' ? undefined : await textOf(file.path));
  return suggestion ? { ...finding, suggestion } : 'suggestion';
}

function keyOf({ file, line, title }: Finding): string {
  return `${line} ${title}\0${file}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Finds the file by name; models also write `./src/a.ts` and `b/src/a.ts`. */
function named(name: string, files: ReadonlyMap<string, DiffFile>): DiffFile | undefined {
  return files.get(name) ?? files.get(name.replace(/^(?:\.\/|[ab]\/)/, ''));
}

const OTHER_NAMES: Readonly<Record<string, Severity>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
  notice: 'note',
};

function severityOf(value: unknown): Severity | undefined {
  const name = String(value).toLowerCase();
  return SEVERITIES.find((each) => each === name) ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function lineIn(value: unknown): number | undefined {
  const line = typeof value === 'string' ? Number(value) : value;
  return typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

/** Locates the suggestion's old text in the file, over the finding's line; it must be there and be changed. */
function placed(said: unknown, line: number, text: string | undefined): Suggestion | undefined {
  if (!isPlainObject(said) || text === undefined) return undefined;
  const { old, new: replacement } = said;
  if (typeof old !== 'string' || typeof replacement !== 'string') return undefined;
  const [before, after] = [rowsOf(old), rowsOf(replacement)];
  if (old.trim() === '' || before.join('\n') === after.join('\n')) return undefined;
  const rows = rowsOf(text);
  for (let start = Math.max(1, line - before.length + 1); start <= line; start += 1) {
    const isThere = before.every((row, index) => rows[start - 1 + index] === row);
    if (!isThere) continue;
    return { start_line: start, end_line: start + before.length - 1, old: before.join('\n'), new: after.join('\n') };
  }
  return undefined;
}

/** The lines without a final empty one and without `\r`, which models do not write even if the file has it. */
function rowsOf(text: string): string[] {
  const rows = text.split('\n').map((row) => (row.endsWith('\r') ? row.slice(0, -1) : row));
  return rows.length > 1 && rows.at(-1) === '' ? rows.slice(0, -1) : rows;
}
