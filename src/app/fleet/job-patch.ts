/** Makes a patch of what a job changed, with a separate index so that the repository's stays as it is. */

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

export interface FolderLook {
  /** True if all files that git does not ignore are as in the checked-out commit. */
  isUnchanged: Promise<boolean>;
  /** Starts making the patch from the files as they are now. */
  begin(): void;
  /** Marks the patch as outdated, because files may change from now on. */
  outdate(): void;
  /** True if the patch is being made and no file has changed since. */
  readonly isSettled: boolean;
  /** The patch from the checked-out commit to the files as they are at the end. */
  patch(signal: AbortSignal): Promise<Patch>;
}

/** Looks at the files now, and makes the patch later. */
export function lookAtFolder(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  commit: string,
  signal: AbortSignal,
): FolderLook {
  const steps = [{ args: ADD_ALL }, { args: diffFrom(commit) }];
  const { foundNothing, change } = host.gitAt(top).lookThenChange(STATUS, steps, indexIn(folder), signal);
  let early: Promise<Printed | undefined> | undefined;
  let isOutdated = false;
  const make = () => withOwnIndex(top, folder, change);
  return {
    isUnchanged: foundNothing,
    begin() {
      early ??= make();
      early.catch(() => {}); // the caller that takes the patch gets the error
    },
    outdate() {
      isOutdated = early !== undefined;
    },
    get isSettled() {
      return early !== undefined && !isOutdated;
    },
    async patch(later) {
      const made = await (early ?? make());
      return made && !isOutdated ? patchOf(made) : patchSince(host, top, folder, commit, later);
    },
  };
}

/** A tree of all files, as they are now, that git does not ignore. */
export async function treeNow(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  signal: AbortSignal,
): Promise<Tree> {
  const tree = await withAllAdded(host, top, folder, ['write-tree'], signal);
  return tree.status === 'ok' ? { ok: true, id: tree.stdout.trim() } : { ok: false, error: tree.error };
}

/** The patch from the tree to the files as they are now. */
export async function patchSince(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  from: string,
  signal: AbortSignal,
): Promise<Patch> {
  return patchOf(await withAllAdded(host, top, folder, diffFrom(from), signal));
}

type Printed = Awaited<ReturnType<ReturnType<OpenWorktreeHost['gitAt']>['read']>>;

export function patchOf(made: Printed): Patch {
  if (made.status !== 'ok') return { ok: false, error: made.error };
  return made.truncated ? { ok: false, error: 'the patch is too large to be kept' } : { ok: true, text: made.stdout };
}

function diffFrom(tree: string): string[] {
  return [...DIFF, '--cached', tree, '--'];
}

function withAllAdded(
  host: OpenWorktreeHost,
  top: string,
  folder: Pick<JobFolder, 'path'>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Printed> {
  const git = host.gitWith(top, indexIn(folder));
  return withOwnIndex(top, folder, () => git.changeInTurn([{ args: ADD_ALL }, { args }], signal));
}

function indexIn({ path }: Pick<JobFolder, 'path'>): string {
  return join(path, 'index');
}

async function withOwnIndex<T>(top: string, folder: Pick<JobFolder, 'path'>, work: () => Promise<T>): Promise<T> {
  const index = indexIn(folder);
  const current = join(gitFolderOf(top) ?? '', 'index');
  if (existsSync(current)) copyFileSync(current, index); // git's knowledge of unchanged files saves reading them
  try {
    return await work();
  } finally {
    rmSync(index, { force: true });
  }
}
