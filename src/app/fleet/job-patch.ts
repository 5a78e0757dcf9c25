/** What a job changed, as a patch: between two trees, made with an index of their own so that the repository's stays as it is. */

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../../base/random.ts';
import { gitFolderOf } from '../../host/git/git-folder.ts';
import type { WorktreeRecord } from '../../protocol/worktree.ts';
import type { JobFolder } from '../../session/fleet-jobs.ts';
import { type OpenWorktreeHost, openWorktreeHost } from './worktree-host.ts';

export type Patch = { ok: true; text: string } | { ok: false; error: string };

type Tree = { ok: true; id: string } | { ok: false; error: string };

const DIFF = ['diff', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
/** A commit of coder's own keeps the work; it is nobody's signature and runs no hook. */
const AS_CODER = ['-c', 'user.name=coder', '-c', 'user.email=coder@localhost', '-c', 'commit.gpgSign=false'];

/** All files as they are now that git does not ignore. */
export async function treeNow(
  home: string,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  signal: AbortSignal,
): Promise<Tree> {
  const index = join(folder.path, 'index');
  const current = join(gitFolderOf(top) ?? '', 'index');
  if (existsSync(current)) copyFileSync(current, index); // what git knows of unchanged files saves reading them
  const host = openWorktreeHost(home, process.env, index);
  try {
    const git = host.gitAt(top);
    const added = await git.change(['add', '-A'], { hooks: false }, signal);
    if (added.status !== 'ok') return { ok: false, error: added.error };
    const tree = await git.change(['write-tree'], { hooks: false }, signal);
    return tree.status === 'ok' ? { ok: true, id: tree.stdout.trim() } : { ok: false, error: tree.error };
  } finally {
    rmSync(index, { force: true });
    await host.close();
  }
}

export async function patchBetween(
  host: OpenWorktreeHost,
  top: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Patch> {
  const made = await host.gitAt(top).read([...DIFF, from, to, '--'], signal);
  if (made.status !== 'ok') return { ok: false, error: made.error };
  return made.truncated ? { ok: false, error: 'the patch is too large to be kept' } : { ok: true, text: made.stdout };
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
  const head = await git.read(['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], signal);
  if (head.status !== 'ok') return { error: head.error };
  const [commit, name = 'HEAD'] = head.stdout.trim().split('\n');
  if (commit === base) return {};
  if (name !== 'HEAD') return { branch: name.replace('refs/heads/', '') };
  const other = `${branch}-${randomText(5)}`; // it left its branch: what it made there is held by another one
  const held = await change('branch', '--no-track', other, 'HEAD');
  return held.status === 'ok' ? { branch: other } : { error: held.error };
}
