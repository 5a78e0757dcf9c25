/** Hunks of real commits: a file before, the change a commit made to it, and the file with only that change. */

import { spawnSync } from 'node:child_process';

export interface RealHunk {
  /** Commit and path, to identify the hunk. */
  name: string;
  before: string;
  after: string;
  /** 0-based line of the file at which the hunk begins. */
  start: number;
  /** Each line with its kind, as in a diff. */
  lines: { kind: ' ' | '-' | '+'; text: string }[];
}

const MAX_FILE = 200_000;
const MAX_HUNK = 60;

/** Hunks of the newest `commits`, without merges, added files and binaries. */
export function readHunks(
  repository: string,
  { commits, hunks: limit }: { commits: number; hunks: number },
): RealHunk[] {
  const log = git(repository, [
    'log',
    '-p',
    '-U3',
    `-${commits}`,
    '--no-merges',
    '--no-color',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--diff-filter=M',
    '--full-index',
    '--format=commit %h',
    '--diff-algorithm=histogram',
  ]).split('\n');
  const found: { name: string; blob: string; start: number; lines: RealHunk['lines'] }[] = [];
  let commit = '';
  let path = '';
  let blob = '';
  for (let at = 0; at < log.length; at++) {
    const line = log[at] ?? '';
    if (line.startsWith('commit ')) commit = line.slice(7);
    else if (line.startsWith('+++ b/')) path = line.slice(6);
    else if (line.startsWith('index ')) blob = line.slice(6, 46);
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (!header) continue;
    const lines: RealHunk['lines'] = [];
    let [old, fresh] = [Number(header[2] ?? 1), Number(header[3] ?? 1)];
    let isWhole = old > 0;
    while (old > 0 || fresh > 0) {
      const text = log[++at] ?? '';
      if (text.startsWith('\\')) {
        isWhole = false;
        continue;
      }
      const kind = text[0] === '-' || text[0] === '+' ? text[0] : ' ';
      if (kind !== '+') old--;
      if (kind !== '-') fresh--;
      lines.push({ kind, text: text.slice(1) });
    }
    if ((log[at + 1] ?? '').startsWith('\\')) isWhole = false;
    if (isWhole && lines.length <= MAX_HUNK)
      found.push({ name: `${commit} ${path}`, blob, start: Number(header[1]) - 1, lines });
  }
  const step = Math.max(1, found.length / limit);
  const chosen = Array.from({ length: Math.min(limit, found.length) }, (_, index) => found[Math.floor(index * step)]);
  const texts = readBlobs(repository, [...new Set(chosen.map((hunk) => hunk?.blob ?? ''))]);
  return chosen.flatMap((hunk) => {
    const before = hunk && texts.get(hunk.blob);
    if (!hunk || before === undefined || before.length > MAX_FILE || before.includes('\ufffd')) return [];
    return asHunk(hunk, before);
  });
}

export function asHunk(hunk: { name: string; start: number; lines: RealHunk['lines'] }, before: string): RealHunk[] {
  const all = before.split('\n');
  const old = hunk.lines.filter(({ kind }) => kind !== '+').map(({ text }) => text);
  if (!old.every((text, index) => all[hunk.start + index] === text)) return [];
  const fresh = hunk.lines.filter(({ kind }) => kind !== '-').map(({ text }) => text);
  const after = all.toSpliced(hunk.start, old.length, ...fresh).join('\n');
  return [{ name: hunk.name, start: hunk.start, lines: hunk.lines, before, after }];
}

function readBlobs(repository: string, hashes: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const bytes = gitBytes(repository, ['cat-file', '--batch'], hashes.join('\n'));
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const [hash = '', type, size] = bytes.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type === 'missing') continue;
    texts.set(hash, bytes.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

function git(repository: string, args: string[]): string {
  return gitBytes(repository, args).toString('utf8');
}

function gitBytes(repository: string, args: string[], input?: string): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['-C', repository, ...args], {
    input,
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ${args[0]} in ${repository}: ${stderr.toString()}`);
  return stdout;
}
