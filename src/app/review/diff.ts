/** Reads a diff as git prints it into files and the lines that findings can refer to. */

import { nameInDiff, unquote } from '../../base/text/c-quoting.ts';

export interface DiffFile {
  /** Path from the top of the repository; for a deleted file, its former name. */
  path: string;
  status: 'added' | 'changed' | 'deleted';
  /** The file's part of the diff, header included. */
  text: string;
  /** Line numbers that the hunks show: of the file as it is now, or as it was if deleted. */
  lines: ReadonlySet<number>;
  hunks: readonly Hunk[];
}

interface Hunk {
  header: string;
  rows: readonly Row[];
}

interface Row {
  mark: '+' | '-' | ' ' | '\\';
  /** The line a finding about this row would point to. */
  line?: number;
  text: string;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Counts the rows that each hunk announces, so that content of a changed file cannot pass for the next header. */
export function readDiff(diff: string): DiffFile[] {
  const rows = diff.split('\n');
  const files: DiffFile[] = [];
  for (let at = 0; at < rows.length; ) {
    if (!rows[at]?.startsWith('diff --git ')) {
      at += 1;
      continue;
    }
    const read = readFile(rows, at);
    if (read.file) files.push(read.file);
    at = read.end;
  }
  return files;
}

function readFile(rows: readonly string[], start: number): { file: DiffFile | undefined; end: number } {
  let at = start + 1;
  const head: string[] = [];
  for (; at < rows.length && !/^(?:diff --git |@@ )/.test(rows[at] ?? ''); at += 1) head.push(rows[at] ?? '');
  const status = head.some((row) => row.startsWith('deleted file mode '))
    ? 'deleted'
    : head.some((row) => row.startsWith('new file mode '))
      ? 'added'
      : 'changed';
  const hunks: Hunk[] = [];
  while (HUNK.test(rows[at] ?? '')) {
    const { hunk, end } = readHunk(rows, at, status === 'deleted');
    hunks.push(hunk);
    at = end;
  }
  const path = nameOf(head, status) ?? nameInHeader(rows[start] ?? '');
  if (path === undefined) return { file: undefined, end: at };
  const lines = new Set(hunks.flatMap(({ rows }) => rows.flatMap(({ line }) => (line === undefined ? [] : [line]))));
  const text = rows.slice(start, at).join('\n').trimEnd();
  return { file: { path, status, text, lines, hunks }, end: at };
}

function readHunk(rows: readonly string[], start: number, isDeleted: boolean): { hunk: Hunk; end: number } {
  const header = rows[start] ?? '';
  const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = HUNK.exec(header) ?? [];
  let [oldLine, newLine] = [Number(oldStart), Number(newStart)];
  const [oldEnd, newEnd] = [oldLine + Number(oldCount), newLine + Number(newCount)];
  const read: Row[] = [];
  let at = start + 1;
  for (; at < rows.length; at += 1) {
    const row = rows[at] ?? '';
    const mark = row[0];
    const isOver = oldLine >= oldEnd && newLine >= newEnd;
    if (mark === '\\') read.push({ mark, text: row.slice(1) });
    else if (isOver || (mark !== '+' && mark !== '-' && mark !== ' ')) break;
    else {
      const line = isDeleted ? oldLine : mark === '-' ? undefined : newLine;
      read.push({ mark, text: row.slice(1), ...(line !== undefined && { line }) });
      if (mark !== '+') oldLine += 1;
      if (mark !== '-') newLine += 1;
    }
  }
  return { hunk: { header, rows: read }, end: at };
}

function nameOf(head: readonly string[], status: DiffFile['status']): string | undefined {
  const mark = status === 'deleted' ? '--- ' : '+++ ';
  for (const row of head) {
    if (row.startsWith(mark)) return nameInDiff(row.slice(mark.length));
    if (row.startsWith('rename to ')) return unquote(row.slice('rename to '.length));
    if (row.startsWith('copy to ')) return unquote(row.slice('copy to '.length));
  }
  return undefined;
}

/** The name of a file without lines, such as an image or an empty file: both names in the header are the same. */
function nameInHeader(header: string): string | undefined {
  const names = header.slice('diff --git '.length);
  const half = names.slice((names.length + 1) / 2);
  const name = unquote(half);
  return name.startsWith('b/') ? name.slice(2) : undefined;
}

/** The file's diff for the model, each row with the line number that a finding would name. */
export function numbered(file: DiffFile): string {
  // Numbers between the lines of a key would keep it from being recognised as one.
  if (file.hunks.length === 0 || file.text.includes('-----BEGIN ')) return file.text;
  const was = file.status === 'deleted' ? ' (deleted; line numbers of the file as it was)' : '';
  const state = file.status === 'added' ? ' (new)' : was;
  const rows = file.hunks.flatMap(({ header, rows }) => [
    header,
    ...rows.map(({ mark, line, text }) => `${String(line ?? '').padStart(5)} ${mark}${text}`),
  ]);
  return [`File: ${file.path}${state}`, ...rows].join('\n');
}
