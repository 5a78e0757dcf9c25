/** Parses one hunk of a unified diff: by its counts if they are right, otherwise up to the next header. */

import type { Hunk, HunkLine } from './file-patch.ts';

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function isHunkHeader(line: string): boolean {
  return line.startsWith('@@ ') || line.trim() === '@@';
}

/** `at` is the index of the header; `next` is that of the first line after the hunk. */
export function parseHunk(lines: readonly string[], at: number): { hunk: Hunk; next: number } {
  const header = lines[at] ?? '';
  const numbers = HEADER.exec(header);
  const counted = numbers && readCounted(lines, at + 1, Number(numbers[2] ?? 1), Number(numbers[4] ?? 1));
  const { body, next } = counted ?? readUntilHeader(lines, at + 1);
  const loose = /^@@ -(\d+)/.exec(header)?.[1];
  const anchor =
    numbers || loose
      ? ''
      : header
          .replace(/^@@/, '')
          .replace(/@@\s*$/, '')
          .trim();
  const hunk: Hunk = {
    patchLine: at + 1,
    ...(loose !== undefined && { oldStart: Number(loose) }),
    anchors: anchor === '' || /^\.+$/.test(anchor) ? [] : [anchor],
    atEnd: false,
    lines: body,
  };
  return { hunk, next };
}

/** Reads a line of a hunk's body. Models drop the space of a context line, above all of a blank one. */
export function readLine(line: string): HunkLine {
  const kind = line[0];
  if (kind === '+' || kind === '-' || kind === ' ') return { kind, text: line.slice(1) };
  return line.trim() === '' ? { kind: ' ', text: line, isBare: true } : { kind: ' ', text: line };
}

/** Bare blank lines before the next header are most likely layout. */
export function dropBareEnd(body: HunkLine[]): void {
  while (body.at(-1)?.isBare) body.pop();
}

export function markNoNewline(body: HunkLine[]): void {
  const last = body.at(-1);
  if (last) body[body.length - 1] = { ...last, noNewline: true };
}

interface Body {
  body: HunkLine[];
  next: number;
}

function readCounted(lines: readonly string[], start: number, oldCount: number, newCount: number): Body | undefined {
  const body: HunkLine[] = [];
  let [oldLeft, newLeft] = [oldCount, newCount];
  let at = start;
  for (; oldLeft > 0 || newLeft > 0; at++) {
    const text = lines[at];
    if (text === undefined || (text !== '' && !/^[ +\\-]/.test(text))) return undefined;
    if (at + 2 < lines.length && startsFile(lines, at)) return undefined; // the counts are wrong
    if (text.startsWith('\\')) {
      markNoNewline(body);
      continue;
    }
    const line = readLine(text);
    if (line.kind !== '+') oldLeft--;
    if (line.kind !== '-') newLeft--;
    if (oldLeft < 0 || newLeft < 0) return undefined;
    body.push(line);
  }
  if (lines[at]?.startsWith('\\')) {
    markNoNewline(body);
    at++;
  }
  const following = lines[at];
  const isOver =
    following === undefined || !/^[ +-]/.test(following) || startsFile(lines, at) || isSignature(following);
  return isOver ? { body, next: at } : undefined;
}

function readUntilHeader(lines: readonly string[], start: number): Body {
  const body: HunkLine[] = [];
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isHunkHeader(line) || startsFile(lines, at) || isSignature(line)) break;
    if (line.startsWith('\\')) markNoNewline(body);
    else body.push(readLine(line));
  }
  dropBareEnd(body);
  return { body, next: at };
}

/** A removed `-- x` and an added `++ y` look like file names too, but no hunk follows them. */
export function startsFile(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (/^(?:diff --git |diff -|Index: )/.test(line)) return true;
  return line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ') && isHunkHeader(lines[at + 2] ?? '@@');
}

/** The end of `git format-patch` output, or of an envelope around a diff. */
function isSignature(line: string): boolean {
  return /^-- ?$|^\*\*\* End Patch/.test(line);
}
