/** Removes a worktree if that loses nothing: checks it, moves it where no known path leads, checks again, and only then deletes it. */

import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isGone, type LockOwner } from '../../base/files/file-lock.ts';
import { isBelow } from '../../base/files/paths.ts';
import { type NamedText, named } from '../../base/named-text.ts';
import type { KeptBecause, RemovedWorktree, WorktreeRecord } from '../../protocol/worktree.ts';
import type { Git } from '../git/git.ts';
import { textOrNothing } from '../git/git-folder.ts';
import { isHalfMade } from './half-made.ts';
import { adminOf, forgetRecord, leadsBack, leavingPath, lockState, lockWorktree } from './store.ts';
import { isUnmoved } from './unheld-commits.ts';
import { processesIn, whatWouldBeLost } from './what-would-be-lost.ts';
import type { WorktreeHost } from './worktree-host.ts';

/** `alone` if the caller created the worktree, was the only one to work in it, and has ended everything it started. */
export type Company = 'alone' | 'perhaps-others';

export async function removeWorktree(
  host: WorktreeHost,
  record: WorktreeRecord,
  company: Company,
  signal: AbortSignal,
): Promise<RemovedWorktree> {
  const { path, common } = record;
  const strange = strangeness(host, record);
  if (strange !== undefined) return notOurs(strange);
  const gone = gonePath(path);
  if (existsSync(gone)) return finish(host, record, gone, signal); // it has already passed the last check
  const leaving = leavingPath(path);
  if (existsSync(leaving) && !existsSync(path)) renameSync(leaving, path); // the coder that moved it was killed
  if (!existsSync(path)) return forgetMissing(host, record, signal);
  const admin = record.ready ? adminOf(path, common) : adminByPath(common, path);
  if (!record.ready && isElsewhere(record.owner)) return kept([{ kind: 'process', pids: [record.owner.pid] }]);
  if (!record.ready && (await isUnfinished(host, record, path, signal))) {
    renameSync(path, leaving);
    if (await isUnfinished(host, record, leaving, signal)) {
      renameSync(leaving, gone);
      return finish(host, record, gone, signal);
    }
    renameSync(leaving, path);
  }
  if (admin === undefined || !leadsBack(admin, path))
    return notOurs(named('keptForeign', `${path} is not a worktree of the repository it was made for`, path));
  const lock = lockState(admin);
  if (lock.state === 'held' && lock.pid !== process.pid)
    return kept([
      lock.pid === undefined ? { kind: 'not-ours', what: lockedBy(lock.by) } : { kind: 'process', pids: [lock.pid] },
    ]);

  const check = async (folder: string): Promise<KeptBecause[]> => {
    const pids = processesIn(folder, company === 'perhaps-others');
    if (pids.length > 0) return [{ kind: 'process', pids }];
    return whatWouldBeLost({ folder, admin, record, source: sourceOf(common), git: host.gitAt(folder) }, signal);
  };
  if (company === 'perhaps-others') {
    const found = await check(path);
    if (found.length > 0) return kept(found);
  }
  await lockWorktree(admin); // git never prunes a locked worktree, whatever happens to its folder meanwhile
  renameSync(path, leaving);
  const found = await check(leaving);
  if (found.length > 0) {
    renameSync(leaving, path);
    return kept(found);
  }
  renameSync(leaving, gone);
  return finish(host, record, gone, signal);
}

/** True if its creation was cut short and it contains nothing else. */
async function isUnfinished(
  host: WorktreeHost,
  record: WorktreeRecord,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const source = sourceOf(record.common);
  if (source === undefined || !existsSync(source) || processesIn(folder, true).length > 0) return false;
  return isHalfMade({ folder, record, source, git: host.gitAt(source) }, signal);
}

function isElsewhere(owner: LockOwner): boolean {
  return owner.pid !== process.pid && !isGone(owner);
}

/** Why the folder must not be touched: it must be one that coder created, in the folder for worktrees. `undefined` if all is well. */
function strangeness({ home }: WorktreeHost, { path, common }: WorktreeRecord): NamedText | undefined {
  const root = join(home, 'worktrees');
  if (!existsSync(dirname(path))) return undefined;
  const real = realpathSync(dirname(path));
  if (!isBelow(realpathSync(root), real)) return named('keptElsewhere', `${path} is not below ${root}`, path, root);
  if (existsSync(common) && (real === realpathSync(common) || isBelow(real, realpathSync(common))))
    return named('keptRepository', `${path} holds the repository itself`, path);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return undefined;
  return named('keptNoFolder', `${path} is not a folder`, path);
}

function gonePath(path: string): string {
  return join(dirname(path), `.gone-${basename(path)}`);
}

/** Never turns back: everything deleted here was found to be no loss. */
async function finish(
  host: WorktreeHost,
  record: WorktreeRecord,
  gone: string,
  signal: AbortSignal,
): Promise<RemovedWorktree> {
  const { path, common } = record;
  const admin = existsSync(common) ? (adminOf(gone, common) ?? adminByPath(common, path)) : undefined;
  const moved = !isUnmoved(admin, record);
  const source = sourceOf(common) ?? gone;
  if (!moved && existsSync(join(source, '.git'))) await dropBranch(host.gitAt(source), record, signal);
  const pointer = join(gone, '.git');
  for (const name of readdirSync(gone)) if (name !== '.git') rmSync(join(gone, name), REMOVE);
  if (admin !== undefined) dropAdmin(admin);
  rmSync(pointer, { force: true });
  rmSync(gone, REMOVE);
  forgetRecord(record);
  return { status: 'removed', ...(moved && { branch: record.branch }) };
}

const REMOVE = { recursive: true, force: true, maxRetries: 3 } as const;

/** Deletes the branch only if it is still at its base; git compares and deletes in one step. */
async function dropBranch(git: Git, { branch, base }: WorktreeRecord, signal: AbortSignal): Promise<void> {
  await git.change(['update-ref', '-d', `refs/heads/${branch}`, base], { hooks: false }, signal);
}

/** git creates the branch first, so a process killed right after that left nothing else. */
async function dropUnused(host: WorktreeHost, record: WorktreeRecord, signal: AbortSignal): Promise<void> {
  const source = existsSync(record.common) ? sourceOf(record.common) : undefined;
  if (source !== undefined && !record.ready && isUnmoved(undefined, record))
    await dropBranch(host.gitAt(source), record, signal);
}

/** Does what git does when it removes a worktree. */
function dropAdmin(admin: string): void {
  rmSync(admin, REMOVE);
  try {
    rmdirSync(dirname(admin));
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The folder is missing, for whatever reason. Git's record of it is removed too, unless commits would be lost. */
async function forgetMissing(
  host: WorktreeHost,
  record: WorktreeRecord,
  signal: AbortSignal,
): Promise<RemovedWorktree> {
  const { common, path } = record;
  if (!record.ready && isElsewhere(record.owner)) return kept([{ kind: 'process', pids: [record.owner.pid] }]);
  const admin = existsSync(common) ? adminByPath(common, path) : undefined;
  if (admin !== undefined) {
    const lock = lockState(admin);
    if (lock.state === 'held' && lock.pid !== process.pid) return notOurs(lockedBy(lock.by));
    const source = sourceOf(common);
    if (source === undefined || !isUnmoved(admin, record)) {
      const { unheldCommits } = await import('./unheld-commits.ts');
      const held =
        source === undefined
          ? [{ kind: 'commits' as const, commits: ['?'] }]
          : await unheldCommits(admin, record, host.gitAt(source), signal);
      if (held.length > 0) return kept(held);
    } else await dropBranch(host.gitAt(source), record, signal);
    dropAdmin(admin);
  } else await dropUnused(host, record, signal);
  forgetRecord(record);
  return { status: 'removed' };
}

function adminByPath(common: string, path: string): string | undefined {
  const all = join(common, 'worktrees');
  const names = existsSync(all) ? readdirSync(all) : [];
  return names.map((name) => join(all, name)).find((admin) => leadsBack(admin, path));
}

/** The main working copy, if there is one. */
function sourceOf(common: string): string | undefined {
  const isBare = /^\s*bare\s*=\s*true/m.test(textOrNothing(join(common, 'config')));
  return isBare || basename(common) !== '.git' ? undefined : dirname(common);
}

function kept(because: KeptBecause[]): RemovedWorktree {
  return { status: 'kept', because };
}

function lockedBy(by: string): NamedText {
  return named('keptLocked', `locked: ${by}`, by);
}

function notOurs(what: NamedText): RemovedWorktree {
  return kept([{ kind: 'not-ours', what }]);
}
