/** Files that differ from the last commit according to git (staged, unstaged and untracked), each with its committed state. */

import type { Git } from '../git/git.ts';
import { type FileState, MISSING } from './file-state.ts';

export interface EarlierChange {
  /** Path relative to the top of the repository. */
  name: string;
  before: FileState;
}

/** Compared against in a repository without a commit. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const RAW = ['diff', '--raw', '--no-abbrev', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'];
const GITLINK = '160000';

/** Empty if git cannot tell. */
export async function changedSinceCommit(git: Git, signal: AbortSignal): Promise<EarlierChange[]> {
  const head = await git.read([...RAW, 'HEAD'], signal);
  const raw = head.status === 'failed' ? await git.read([...RAW, EMPTY_TREE], signal) : head;
  const others = await git.read(['ls-files', '--others', '--exclude-standard', '-z'], signal);
  const tracked = raw.status === 'ok' ? readRaw(raw.stdout) : [];
  const untracked = others.status === 'ok' ? others.stdout.split('\0').filter(Boolean) : [];
  return [...tracked, ...untracked.map((name) => ({ name, before: MISSING }))];
}

/** Parses `:100644 100644 OLD NEW M\0name\0`, one such pair per file. */
function readRaw(text: string): EarlierChange[] {
  const parts = text.split('\0');
  const changes: EarlierChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const head = /^:(\d{6}) \d{6} ([0-9a-f]{40,64}) /.exec(parts[at] ?? '');
    if (!head) break; // the output was truncated here
    const [, mode = '', oid = ''] = head;
    const name = parts[at + 1] ?? '';
    if (name === '' || mode === GITLINK) continue;
    const isNew = /^0+$/.test(oid);
    const before: FileState = isNew
      ? MISSING
      : { kind: 'file', mode: Number.parseInt(mode, 8) & 0o777, size: 0, content: { oid } };
    changes.push({ name, before });
  }
  return changes;
}
