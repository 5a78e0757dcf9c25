/** Commits that only a worktree knows: its head, or an earlier position of its head, that no branch leads to. */

import { join } from 'node:path';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { named } from '../../base/named-text.ts';
import type { KeptBecause, WorktreeRecord } from '../../protocol/worktree.ts';
import type { Git } from '../git/git.ts';

const COMMIT = /^[0-9a-f]{40,64}$/;
const NONE = /^0+$/;
/** More arguments than this might not fit on a command line. */
const MOST = 1000;

export async function unheldCommits(
  admin: string,
  record: WorktreeRecord,
  git: Git,
  signal: AbortSignal,
): Promise<KeptBecause[]> {
  const { base } = record;
  const head = await headOf(admin, record, git, signal);
  if (head === undefined) {
    const text = 'commits that are on no branch: HEAD cannot be read';
    return [{ kind: 'unreadable', what: named('keptHead', text) }];
  }
  const logged = commitsIn(join(admin, 'logs', 'HEAD'));
  const known = new Set([base, ...commitsIn(branchLog(record))]); // a branch's own log outlives the worktree
  const asked = [...new Set([head, ...logged])].filter((commit) => commit !== '' && !known.has(commit));
  if (asked.length === 0) return [];
  if (asked.length > MOST) return unheld(asked.slice(0, 3));
  const found = await git.read(
    [
      'rev-list',
      '--ignore-missing',
      '--max-count=3',
      ...asked,
      '--not',
      base,
      '--branches',
      '--tags',
      '--remotes',
      '--',
    ],
    signal,
  );
  if (found.status !== 'ok') return unheld(asked.slice(0, 3));
  return unheld(found.stdout.split('\n').filter((line) => line !== ''));
}

function unheld(commits: string[]): KeptBecause[] {
  return commits.length > 0 ? [{ kind: 'commits', commits }] : [];
}

/** True if the branch never left its base, according to its own log and that of the worktree. */
export function isUnmoved(admin: string | undefined, record: WorktreeRecord): boolean {
  const logs = [...(admin === undefined ? [] : [join(admin, 'logs', 'HEAD')]), branchLog(record)];
  return logs.every((file) => commitsIn(file).every((commit) => commit === record.base));
}

async function headOf(
  admin: string,
  { common }: WorktreeRecord,
  git: Git,
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = (readIfThere(join(admin, 'HEAD')) ?? '').trim();
  if (COMMIT.test(text)) return text;
  const name = /^ref: (refs\/heads\/[\w./-]+)$/.exec(text)?.[1];
  const tip = name === undefined ? '' : (readIfThere(join(common, name)) ?? '').trim();
  if (COMMIT.test(tip)) return tip;
  if (!text.startsWith('ref: ')) return undefined;
  const found = await git.read(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], signal);
  return found.status === 'ok' ? found.stdout.trim() : ''; // no commit yet
}

/** Parses lines of the form `from to who when`. */
function commitsIn(log: string): string[] {
  const lines = (readIfThere(log) ?? '').split('\n');
  return lines.flatMap((line) => line.split(' ', 2)).filter((text) => COMMIT.test(text) && !NONE.test(text));
}

function branchLog({ common, branch }: WorktreeRecord): string {
  return join(common, 'logs', 'refs', 'heads', branch);
}
