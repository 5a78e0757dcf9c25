/** Creates a worktree with git: locked from the start, on its own branch, and with the files that `.worktreeinclude` names. */

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { thisProcess } from '../../base/files/file-lock.ts';
import { type NamedText, named, namedError, unnamed } from '../../base/named-text.ts';
import { randomText } from '../../base/random.ts';
import type { WorktreeRecord } from '../../protocol/worktree.ts';
import type { Git } from '../git/git.ts';
import { repositoryAt, resolveCommit } from '../git/repository.ts';
import { copyIncluded } from './copy-included.ts';
import {
  adminOf,
  leavingPath,
  lockReason,
  lockState,
  lockWorktree,
  readRecord,
  worktreesOf,
  writeRecord,
} from './store.ts';
import type { WorktreeHost } from './worktree-host.ts';

export interface Worktree {
  record: WorktreeRecord;
  /** The folder in the worktree that corresponds to the caller's. */
  cwd: string;
  /** The working copy it was created from. */
  source: string;
}

export type AddedWorktree = { ok: true; worktree: Worktree } | { ok: false; error: NamedText };

const CLEAN_UP_MS = 10_000;

/** A name valid as a file, a branch and an argument on every system. */
const WORKTREE_NAME = /^[a-z0-9][a-z0-9._-]{0,79}$/;

function isWorktreeName(name: string): boolean {
  return WORKTREE_NAME.test(name) && !name.includes('..') && !/\.(?:lock|json)$|\.$/.test(name);
}

/** Starts from `base` (default: `HEAD` in `cwd`), whose id is `commit` if already resolved. */
export async function addWorktree(
  host: WorktreeHost,
  { cwd, name, base = 'HEAD', commit: known }: { cwd: string; name: string; base?: string; commit?: string },
  signal: AbortSignal,
): Promise<AddedWorktree> {
  const repository = repositoryAt(cwd);
  if (!repository) {
    const text = `not a git repository: ${cwd}. A worktree needs one; run \`git init\` there first.`;
    return failed(named('worktreeNoRepository', text, cwd));
  }
  if (!isWorktreeName(name)) return failed(named('worktreeBadName', `not a valid worktree name: ${name}`, name));
  const { top, common } = repository;
  const path = join(worktreesOf(host.home, common), name);
  if ([path, leavingPath(path)].some((place) => existsSync(place)) || readRecord(path))
    return failed(named('worktreeExists', `there is a worktree ${name} already: ${path}`, name, path));
  const git = host.gitAt(top);
  const commit = known === undefined ? await resolveCommit(git, top, base, signal) : { ok: true as const, sha: known };
  if (!commit.ok) return failed(commit.error);
  const record: WorktreeRecord = {
    version: 1,
    name,
    path,
    common,
    branch: `coder/${name}`,
    base: commit.sha,
    at: Date.now(),
    owner: thisProcess(),
    ready: false,
  };
  const made = await make(host, git, record, signal);
  if (!made.ok) return made;
  await copyIncluded({ from: top, to: path, common, git }, signal);
  const ready = { ...made.record, ready: true };
  await writeRecord(ready);
  return { ok: true, worktree: { record: ready, cwd: join(path, relative(top, cwd)), source: top } };
}

/** Takes over a worktree, with its lock, from a coder that has ended. */
export async function takeWorktree(
  host: WorktreeHost,
  { cwd, name }: { cwd: string; name: string },
): Promise<Worktree | 'none' | 'in-use'> {
  const repository = repositoryAt(cwd);
  if (!repository) return 'none';
  const { top, common } = repository;
  const path = join(worktreesOf(host.home, common), name);
  const record = readRecord(path);
  const admin = record?.ready && existsSync(path) ? adminOf(path, common) : undefined;
  if (!record || admin === undefined) return 'none';
  const lock = lockState(admin);
  if (lock.state === 'held' && lock.pid !== process.pid) return 'in-use';
  await lockWorktree(admin);
  return { record, cwd: join(path, relative(top, cwd)), source: top };
}

type Made = { ok: true; record: WorktreeRecord } | { ok: false; error: NamedText };

/** If a branch of that name is left from earlier work, another name is used; the branch is never reused. */
async function make(host: WorktreeHost, git: Git, wanted: WorktreeRecord, signal: AbortSignal): Promise<Made> {
  const { path, base, branch } = wanted;
  for (const name of [branch, `${branch}-${randomText(5)}`]) {
    const record = { ...wanted, branch: name };
    await writeRecord(record);
    const args = [
      'worktree',
      'add',
      '--quiet',
      '--no-track',
      '--lock',
      '--reason',
      lockReason(wanted.owner),
      '-b',
      name,
      path,
      base,
    ];
    const added = await git.change(args, { hooks: true }, signal);
    if (added.status === 'ok') return { ok: true, record };
    const { removeWorktree } = await import('./remove-worktree.ts');
    await host.settled(); // a hook may still be running in it
    if (!/already exists|cannot lock ref/.test(added.error) || existsSync(path)) {
      await removeWorktree(host, record, 'alone', AbortSignal.timeout(CLEAN_UP_MS));
      return failed(unnamed(added.error));
    }
  }
  throw namedError('no-branch', named('worktreeNoBranch', `no free name for a branch: ${branch}`, branch));
}

function failed(error: NamedText): { ok: false; error: NamedText } {
  return { ok: false, error };
}
