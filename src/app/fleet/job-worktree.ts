/** The worktree of a job: created or found again, its work put on its branch, and removed if nothing is lost by that. */

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../../base/random.ts';
import { currentBranch } from '../../host/git/branch.ts';
import type { Git } from '../../host/git/git.ts';
import { repositoryAt, resolveCommit } from '../../host/git/repository.ts';
import { addWorktree, takeWorktree, type Worktree } from '../../host/worktree/add-worktree.ts';
import { removeWorktree } from '../../host/worktree/remove-worktree.ts';
import { readRecord, tidyAround, worktreesOf } from '../../host/worktree/store.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { KeptBecause, WorktreeRecord } from '../../protocol/worktree.ts';
import { projectKey } from '../../session/grants.ts';
import { jobFault } from '../../words/job-fault.ts';
import { ADD_ALL, DIFF, type Patch, patchOf } from './job-patch.ts';
import type { OpenWorktreeHost } from './worktree-host.ts';

/** Options of coder's own commits that keep the work: in no one's name and unsigned; they run no hook either. */
const AS_CODER = ['-c', 'user.name=coder', '-c', 'user.email=coder@localhost', '-c', 'commit.gpgSign=false'];

interface NamedWorktree {
  /** A folder of the repository. */
  cwd: string;
  name: string;
}

/** The worktree of the previous run, or a new one; or why there is none. */
export async function worktreeFor(
  host: OpenWorktreeHost,
  { cwd, name }: NamedWorktree,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<Worktree | Fault> {
  const taken = await takeWorktree(host, { cwd, name });
  if (taken === 'in-use') return jobFault('jobWorktreeUsed', name);
  if (taken !== 'none') return taken;
  await removeLeft(host, { cwd, name }, signal);
  const added = await addWorktree(host, { cwd, name, ...(commit !== undefined && { commit }) }, signal);
  return added.ok ? added.worktree : added.error;
}

/** Removes what a killed run left. */
export async function removeLeft(
  host: OpenWorktreeHost,
  { cwd, name }: NamedWorktree,
  signal: AbortSignal,
): Promise<void> {
  const repository = repositoryAt(cwd);
  if (!repository) return;
  const path = join(worktreesOf(host.home, repository.common), name);
  const record = readRecord(path);
  if (record) await removeWorktree(host, record, 'perhaps-others', signal);
  else tidyAround(path);
}

export interface KeptWork {
  /** The branch with the work; absent if there is no work. */
  branch?: string;
  patch?: Patch;
  error?: string;
}

/** Commits what is not committed yet, on the worktree's branch. */
export async function keepWork(
  host: OpenWorktreeHost,
  { path, base, branch }: WorktreeRecord,
  message: string,
  signal: AbortSignal,
): Promise<KeptWork> {
  const git = host.gitAt(path);
  const commit = [...AS_CODER, 'commit', '--quiet', '--no-verify', '-m', message];
  const done = await git.changeInTurn(
    [
      { args: ADD_ALL },
      { args: commit, mayFail: true }, // if there is nothing to commit
      { args: [...DIFF, base, 'HEAD', '--'] },
    ],
    signal,
  );
  const head = await resolveCommit(git, path, 'HEAD', signal);
  if (!head.ok) return { error: head.error.text };
  if (head.sha === base) return done.status === 'ok' ? {} : { error: done.error };
  const patch = patchOf(done);
  const current = currentBranch(path) ?? (await branchByGit(git, signal));
  if (current !== undefined) return { branch: current, patch };
  const other = `${branch}-${randomText(5)}`; // the job left its branch, so another one holds its work
  const held = await git.change(['branch', '--no-track', other, 'HEAD'], { hooks: false }, signal);
  return held.status === 'ok' ? { branch: other, patch } : { error: held.error };
}

/** Asks git for a branch whose name is unusual. */
async function branchByGit(git: Git, signal: AbortSignal): Promise<string | undefined> {
  const named = await git.read(['symbolic-ref', '--quiet', 'HEAD'], signal);
  return named.status === 'ok' ? named.stdout.trim().replace('refs/heads/', '') : undefined;
}

/** Removes the worktree with coder's notes about it; returns the reasons if it is kept, otherwise an empty list. */
export async function leaveWorktree(
  host: OpenWorktreeHost,
  { record, cwd }: Worktree,
  signal: AbortSignal,
): Promise<KeptBecause[]> {
  const notes = join(host.home, 'projects', projectKey(cwd)); // while the folder exists, because links on the way to it are followed
  const removed = await removeWorktree(host, record, 'alone', signal);
  if (removed.status === 'kept') return removed.because;
  forgetFolder(notes);
  return [];
}

/** Removes coder's notes about a folder that no longer exists, in which nothing can be undone. */
function forgetFolder(notes: string): void {
  rmSync(join(notes, 'undo'), { recursive: true, force: true });
  for (const folder of [join(notes, 'writing'), notes])
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
