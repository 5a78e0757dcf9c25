/** The worktree of a job that has one: made or found again, its work put on its branch, removed where nothing is lost by it. */

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../../base/random.ts';
import { currentBranch } from '../../host/git/branch.ts';
import type { Git } from '../../host/git/git.ts';
import { repositoryAt, resolveCommit } from '../../host/git/repository.ts';
import { addWorktree, takeWorktree, type Worktree } from '../../host/worktree/add-worktree.ts';
import { removeWorktree } from '../../host/worktree/remove-worktree.ts';
import { readRecord, tidyAround, worktreesOf } from '../../host/worktree/store.ts';
import type { KeptBecause, WorktreeRecord } from '../../protocol/worktree.ts';
import { projectKey } from '../../session/grants.ts';
import { ADD_ALL, DIFF, type Patch, patchOf } from './job-patch.ts';
import type { OpenWorktreeHost } from './worktree-host.ts';

/** A commit of coder's own keeps the work; it is nobody's signature and runs no hook. */
const AS_CODER = ['-c', 'user.name=coder', '-c', 'user.email=coder@localhost', '-c', 'commit.gpgSign=false'];

interface Place {
  /** Of the repository. */
  cwd: string;
  name: string;
}

/** That of the run before, or a new one; a text says why there is none. */
export async function worktreeFor(
  host: OpenWorktreeHost,
  { cwd, name }: Place,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<Worktree | string> {
  const taken = await takeWorktree(host, { cwd, name });
  if (taken === 'in-use') return `${name} is in use`;
  if (taken !== 'none') return taken;
  await removeLeft(host, { cwd, name }, signal);
  const added = await addWorktree(host, { cwd, name, ...(commit !== undefined && { commit }) }, signal);
  return added.ok ? added.worktree : added.error;
}

/** What a run left that was killed. */
export async function removeLeft(host: OpenWorktreeHost, { cwd, name }: Place, signal: AbortSignal): Promise<void> {
  const repository = repositoryAt(cwd);
  if (!repository) return;
  const path = join(worktreesOf(host.home, repository.common), name);
  const record = readRecord(path);
  if (record) await removeWorktree(host, record, 'perhaps-others', signal);
  else tidyAround(path);
}

export interface KeptWork {
  /** What holds the work; absent: there is none. */
  branch?: string;
  patch?: Patch;
  error?: string;
}

/** Puts what is not committed into a commit on the worktree's branch. */
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
      { args: commit, mayFail: true }, // where there is nothing to commit
      { args: [...DIFF, base, 'HEAD', '--'] },
    ],
    signal,
  );
  const head = await resolveCommit(git, path, 'HEAD', signal);
  if (!head.ok) return { error: head.error };
  if (head.sha === base) return done.status === 'ok' ? {} : { error: done.error };
  const patch = patchOf(done);
  const current = currentBranch(path) ?? (await branchByGit(git, signal));
  if (current !== undefined) return { branch: current, patch };
  const other = `${branch}-${randomText(5)}`; // it left its branch: what it made there is held by another one
  const held = await git.change(['branch', '--no-track', other, 'HEAD'], { hooks: false }, signal);
  return held.status === 'ok' ? { branch: other, patch } : { error: held.error };
}

/** Where its name is not a usual one. */
async function branchByGit(git: Git, signal: AbortSignal): Promise<string | undefined> {
  const named = await git.read(['symbolic-ref', '--quiet', 'HEAD'], signal);
  return named.status === 'ok' ? named.stdout.trim().replace('refs/heads/', '') : undefined;
}

/** Gives the reasons why it stays; none: it is gone, with what coder kept about it. */
export async function leaveWorktree(
  host: OpenWorktreeHost,
  { record, cwd }: Worktree,
  signal: AbortSignal,
): Promise<KeptBecause[]> {
  const notes = join(host.home, 'projects', projectKey(cwd)); // while it is there: a link on the way to it is followed
  const removed = await removeWorktree(host, record, 'alone', signal);
  if (removed.status === 'kept') return removed.because;
  forgetFolder(notes);
  return [];
}

/** What coder keeps about a folder that is no more: there is nothing left to undo in it. */
function forgetFolder(notes: string): void {
  rmSync(join(notes, 'undo'), { recursive: true, force: true });
  for (const folder of [join(notes, 'writing'), notes])
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
