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

export interface FolderLook {
  /** All files that git does not ignore are as in the commit that is checked out. */
  isUnchanged: Promise<boolean>;
  /** Makes the patch from the files as they are now. */
  begin(): void;
  /** They may be others from now on: what was made is not taken. */
  outdate(): void;
  /** It is being made, and they are no others. */
  readonly isSettled: boolean;
  /** From that commit to all files as they are at the end. */
  patch(signal: AbortSignal): Promise<Patch>;
}

/** Looks now, and waits to make the patch. */
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
      early.catch(() => {}); // whoever takes it hears of it
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
  if (existsSync(current)) copyFileSync(current, index); // what git knows of unchanged files saves reading them
  try {
    return await work();
  } finally {
    rmSync(index, { force: true });
  }
}
