/** Converts a unified diff to the protocol's form: each file's text before and after, complete if the file on disk matches. */

import { isAbsolute, join } from 'node:path';
import { nameInDiff } from '../../base/text/c-quoting.ts';
import type { CallContent, Location } from './wire.ts';

/** The current text of a file. `undefined` if it cannot be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** The state of the file on disk: before the change, after it, or `gone` if it may be neither by now. */
type AtHand = 'before' | 'after' | 'gone';

interface FileDiff {
  path: string;
  isNew: boolean;
  isDeleted: boolean;
  hunks: Hunk[];
}

interface Hunk {
  oldStart: number;
  newStart: number;
  old: string[];
  new: string[];
}

export async function diffContents(
  diff: string,
  cwd: string,
  at: AtHand,
  readText: ReadText,
): Promise<{ content: CallContent[]; locations: Location[] }> {
  const content: CallContent[] = [];
  const locations: Location[] = [];
  for (const file of parseDiff(diff)) {
    const path = isAbsolute(file.path) ? file.path : join(cwd, file.path);
    const { oldText, newText } = await textsOf(file, path, at, readText);
    content.push({ type: 'diff', path, oldText: file.isNew ? null : oldText, newText: file.isDeleted ? '' : newText });
    const line = file.hunks[0] && Math.max(1, file.hunks[0].newStart);
    locations.push({ path, ...(line !== undefined && { line }) });
  }
  return { content, locations };
}

/** The complete texts if the hunks match the file on disk; otherwise only the lines in the hunks. */
async function textsOf(file: FileDiff, path: string, at: AtHand, readText: ReadText) {
  const isWhole = file.isNew || file.isDeleted; // the hunks contain the whole file
  const known = at === 'gone' || isWhole ? undefined : await readText(path);
  if (known !== undefined && at === 'before') {
    const newText = replaced(known, file.hunks, 'old', 'new');
    if (newText !== undefined) return { oldText: known, newText };
  }
  if (known !== undefined && at === 'after') {
    const oldText = replaced(known, file.hunks, 'new', 'old');
    if (oldText !== undefined) return { oldText, newText: known };
  }
  const joined = (side: 'old' | 'new') => file.hunks.map((hunk) => hunk[side].join('')).join('');
  return { oldText: joined('old'), newText: joined('new') };
}

function replaced(text: string, hunks: readonly Hunk[], from: 'old' | 'new', to: 'old' | 'new'): string | undefined {
  const lines = text.split(/(?<=\n)/);
  const out: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = from === 'old' ? hunk.oldStart : hunk.newStart;
    const begin = hunk[from].length === 0 ? start : start - 1; // an empty side gives the number of the line before it
    if (begin < at || hunk[from].some((line, index) => lines[begin + index] !== line)) return undefined;
    for (const line of lines.slice(at, begin)) out.push(line);
    for (const line of hunk[to]) out.push(line);
    at = begin + hunk[from].length;
  }
  for (const line of lines.slice(at)) out.push(line);
  return out.join('');
}

function parseDiff(diff: string): FileDiff[] {
  const files: FileDiff[] = [];
  let hunk: (Hunk & { oldLeft: number; newLeft: number }) | undefined;
  let last: 'old' | 'new' | 'both' = 'both';
  let before = '';
  for (const line of diff.split('\n')) {
    const isInHunk = hunk && (hunk.oldLeft > 0 || hunk.newLeft > 0);
    if (line.startsWith('\\ No newline') && hunk) endWithoutNewline(hunk, last);
    else if (isInHunk && hunk && ' +-'.includes(line.charAt(0)) && line !== '') last = addLine(hunk, line);
    else if (line.startsWith('--- ')) before = line.slice(4);
    else if (line.startsWith('+++ ')) files.push(fileOf(before, line.slice(4)));
    else {
      hunk = hunkOf(line);
      if (hunk) files.at(-1)?.hunks.push(hunk);
    }
  }
  return files;
}

function addLine(hunk: Hunk & { oldLeft: number; newLeft: number }, line: string): 'old' | 'new' | 'both' {
  const text = `${line.slice(1)}\n`;
  const sign = line.charAt(0);
  if (sign !== '+') {
    hunk.old.push(text);
    hunk.oldLeft--;
  }
  if (sign !== '-') {
    hunk.new.push(text);
    hunk.newLeft--;
  }
  return sign === '+' ? 'new' : sign === '-' ? 'old' : 'both';
}

function endWithoutNewline(hunk: Hunk, last: 'old' | 'new' | 'both'): void {
  for (const side of last === 'both' ? (['old', 'new'] as const) : [last]) {
    const line = hunk[side].pop();
    if (line !== undefined) hunk[side].push(line.replace(/\n$/, ''));
  }
}

function hunkOf(line: string) {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
  if (oldStart === undefined) return undefined;
  const starts = { oldStart: Number(oldStart), newStart: Number(newStart) };
  return { ...starts, old: [], new: [], oldLeft: Number(oldCount), newLeft: Number(newCount) };
}

function fileOf(before: string, after: string): FileDiff {
  const isDeleted = after === '/dev/null';
  const path = nameInDiff(isDeleted ? before : after);
  return { path, isNew: before === '/dev/null', isDeleted, hunks: [] };
}
