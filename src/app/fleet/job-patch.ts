/** What a job changed, as a patch: made with an index of its own so that the repository's stays as it is. */

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gitFolderOf } from '../../host/git/git-folder.ts';
import type { JobFolder } from '../../session/fleet-jobs.ts';
import type { OpenWorktreeHost } from './worktree-host.ts';

export type Patch = { ok: true; text: string } | { ok: false; error: string };

type Tree = { ok: true; id: string } | { ok: false; error: string };

const STATUS = ['status', '--porcelain', '--untracked-files=normal', '--no-renames'];
export const ADD_ALL = ['add', '-A'];
export const DIFF = ['diff', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];

/** Whether all files that git does not ignore are as in the commit that is checked out. */
export async function isUnchanged(host: OpenWorktreeHost, top: string, signal: AbortSignal): Promise<boolean> {
  const status = await host.gitAt(top).read(STATUS, signal);
  return status.status === 'ok' && status.stdout === '';
}

/** All files as they are now that git does not ignore. */
export async function treeNow(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  signal: AbortSignal,
): Promise<Tree> {
  const tree = await withAllAdded(host, top, folder, ['write-tree'], signal);
  return tree.status === 'ok' ? { ok: true, id: tree.stdout.trim() } : { ok: false, error: tree.error };
}

/** From that tree to all files as they are now. */
export async function patchSince(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  from: string,
  signal: AbortSignal,
): Promise<Patch> {
  return patchOf(await withAllAdded(host, top, folder, [...DIFF, '--cached', from, '--'], signal));
}

type Printed = Awaited<ReturnType<ReturnType<OpenWorktreeHost['gitAt']>['read']>>;

export function patchOf(made: Printed): Patch {
  if (made.status !== 'ok') return { ok: false, error: made.error };
  return made.truncated ? { ok: false, error: 'the patch is too large to be kept' } : { ok: true, text: made.stdout };
}

async function withAllAdded(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Printed> {
  const index = join(folder.path, 'index');
  const current = join(gitFolderOf(top) ?? '', 'index');
  if (existsSync(current)) copyFileSync(current, index); // what git knows of unchanged files saves reading them
  try {
    return await host.gitWith(top, index).changeInTurn([{ args: ADD_ALL }, { args }], signal);
  } finally {
    rmSync(index, { force: true });
  }
}
