/** A repository with worktrees that coder created in a separate home, and the means to disturb them. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createGit } from '../../../src/host/git/git.ts';
import { addWorktree, type Worktree } from '../../../src/host/worktree/add-worktree.ts';
import { type Company, removeWorktree } from '../../../src/host/worktree/remove-worktree.ts';
import { listRecords } from '../../../src/host/worktree/store.ts';
import type { WorktreeHost } from '../../../src/host/worktree/worktree-host.ts';
import type { RemovedWorktree, WorktreeRecord } from '../../../src/protocol/worktree.ts';
import { repository } from '../repository.ts';

export const never = new AbortController().signal;

export async function worktrees(t: TestContext) {
  const repo = await repository(t);
  const home = join(repo.folder, 'home');
  const coder = join(home, '.coder');
  const env = { PATH: process.env['PATH'], HOME: home };
  const host: WorktreeHost = {
    home: coder,
    gitAt: (cwd) => createGit({ processes: repo.processes, cwd, avoid: [cwd], env }),
    settled: () => repo.processes.settled(),
  };
  repo.put('.gitignore', '*.log\nnode_modules/\ninner/\nlocal/\n.env\n');
  repo.put('src/b.txt', 'two\n');
  repo.run('add', '-A');
  repo.run('commit', '-q', '-m', 'second');
  return {
    ...repo,
    host,
    home: coder,
    gitIn: (cwd: string, ...args: string[]) =>
      execFileSync('git', args, { cwd, env: { ...env, GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8', stdio: 'pipe' }),
    async add(name: string, base?: string): Promise<Worktree> {
      const added = await addWorktree(host, { cwd: repo.root, name, ...(base && { base }) }, never);
      if (!added.ok) throw new Error(added.error.text);
      return added.worktree;
    },
    remove: (record: WorktreeRecord, company: Company = 'perhaps-others'): Promise<RemovedWorktree> =>
      removeWorktree(host, record, company, never),
    records: () => listRecords(coder),
    /** What git and the disk still have of the worktrees. */
    left: () => ({
      git: repo.run('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length ?? 0,
      branches: repo.run('branch', '--list', 'coder/*').trim(),
      disk: existsSync(join(coder, 'worktrees')) ? readdirSync(join(coder, 'worktrees')) : [],
    }),
  };
}

export const NOTHING_LEFT = { git: 1, branches: '', disk: [] };

export function reasonsOf(removed: RemovedWorktree): string[] {
  return removed.status === 'kept' ? removed.because.map(({ kind }) => kind) : [];
}
