/** Reads a diff as git prints it into files and the lines that findings can refer to. */

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
  const mark = status === 'deleted' ? '--- a/' : '+++ b/';
  const quoted = status === 'deleted' ? '--- "a/' : '+++ "b/';
  for (const row of head) {
    if (row.startsWith(mark)) return row.slice(mark.length).replace(/\t$/, '');
    if (row.startsWith(quoted)) return unquoted(row.slice(4)).slice(2);
    if (row.startsWith('rename to ')) return unquoted(row.slice('rename to '.length));
    if (row.startsWith('copy to ')) return unquoted(row.slice('copy to '.length));
  }
  return undefined;
}

/** The name of a file without lines, such as an image or an empty file: both names in the header are the same. */
function nameInHeader(header: string): string | undefined {
  const names = header.slice('diff --git '.length);
  const half = names.slice((names.length + 1) / 2);
  const name = unquoted(half);
  return name.startsWith('b/') ? name.slice(2) : undefined;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Undoes C quoting, which git uses for names with control characters, quotes and backslashes. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes = Buffer.from(name.slice(1, -1));
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x5c) {
      plain.push(byte);
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(bytes.toString('latin1', at + 1, at + 4))?.[0];
    const next = bytes.toString('latin1', at + 1, at + 2);
    plain.push(octal ? Number.parseInt(octal, 8) : (ESCAPES[next] ?? next.charCodeAt(0)));
    at += octal ? 3 : 1;
  }
  return Buffer.from(plain).toString();
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
