/** What a job changed, as a patch: made with an index of its own so that the repository's stays as it is. */

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../../base/random.ts';
import { currentBranch } from '../../host/git/branch.ts';
import { type Git } from '../../host/git/git.ts';
import { gitFolderOf } from '../../host/git/git-folder.ts';
import { resolveCommit } from '../../host/worktree/add-worktree.ts';
import type { WorktreeRecord } from '../../protocol/worktree.ts';
import type { JobFolder } from '../../session/fleet-jobs.ts';
import type { OpenWorktreeHost } from './worktree-host.ts';

export type Patch = { ok: true; text: string } | { ok: false; error: string };

type Tree = { ok: true; id: string } | { ok: false; error: string };

const STATUS = ['status', '--porcelain', '--untracked-files=normal', '--no-renames'];
const DIFF = ['diff', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
/** A commit of coder's own keeps the work; it is nobody's signature and runs no hook. */
const AS_CODER = ['-c', 'user.name=coder', '-c', 'user.email=coder@localhost', '-c', 'commit.gpgSign=false'];

/** All files as they are now that git does not ignore: the commit itself where nothing differs from it. */
export async function treeNow(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<Tree> {
  if (commit !== undefined) {
    const status = await host.gitAt(top).read(STATUS, signal);
    if (status.status === 'ok' && status.stdout === '') return { ok: true, id: commit };
  }
  return withAllAdded(host, top, folder, signal, async (git) => {
    const tree = await git.change(['write-tree'], { hooks: false }, signal);
    return tree.status === 'ok' ? { ok: true, id: tree.stdout.trim() } : { ok: false, error: tree.error };
  });
}

/** From that tree to all files as they are now. */
export function patchSince(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  from: string,
  signal: AbortSignal,
): Promise<Patch> {
  return withAllAdded(host, top, folder, signal, (git) => diff(git, ['--cached', from], signal));
}

export function patchOfBranch(host: OpenWorktreeHost, record: WorktreeRecord, signal: AbortSignal): Promise<Patch> {
  return diff(host.gitAt(record.path), [record.base, 'HEAD'], signal);
}

async function diff(git: Git, between: readonly string[], signal: AbortSignal): Promise<Patch> {
  const made = await git.read([...DIFF, ...between, '--'], signal);
  if (made.status !== 'ok') return { ok: false, error: made.error };
  return made.truncated ? { ok: false, error: 'the patch is too large to be kept' } : { ok: true, text: made.stdout };
}

async function withAllAdded<T>(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  signal: AbortSignal,
  work: (git: Git) => Promise<T>,
): Promise<T | { ok: false; error: string }> {
  const index = join(folder.path, 'index');
  const current = join(gitFolderOf(top) ?? '', 'index');
  if (existsSync(current)) copyFileSync(current, index); // what git knows of unchanged files saves reading them
  try {
    const git = host.gitWith(top, index);
    const added = await git.change(['add', '-A'], { hooks: false }, signal);
    return added.status === 'ok' ? await work(git) : { ok: false, error: added.error };
  } finally {
    rmSync(index, { force: true });
  }
}

/** Puts what is not committed into a commit on the worktree's branch. Gives the branch that holds the work, if there is any. */
export async function keepWork(
  host: OpenWorktreeHost,
  { path, base, branch }: WorktreeRecord,
  message: string,
  signal: AbortSignal,
): Promise<{ branch?: string; error?: string }> {
  const git = host.gitAt(path);
  const change = (...args: string[]) => git.change(args, { hooks: false }, signal);
  const added = await change('add', '-A');
  if (added.status !== 'ok') return { error: added.error };
  await change(...AS_CODER, 'commit', '--quiet', '--no-verify', '-m', message); // fails where there is nothing to commit
  const head = await resolveCommit(git, path, 'HEAD', signal);
  if (!head.ok) return { error: head.error };
  if (head.sha === base) return {};
  const current = currentBranch(path) ?? (await branchByGit(git, signal));
  if (current !== undefined) return { branch: current };
  const other = `${branch}-${randomText(5)}`; // it left its branch: what it made there is held by another one
  const held = await change('branch', '--no-track', other, 'HEAD');
  return held.status === 'ok' ? { branch: other } : { error: held.error };
}

/** Where its name is not a usual one. */
async function branchByGit(git: Git, signal: AbortSignal): Promise<string | undefined> {
  const named = await git.read(['symbolic-ref', '--quiet', 'HEAD'], signal);
  return named.status === 'ok' ? named.stdout.trim().replace('refs/heads/', '') : undefined;
}
