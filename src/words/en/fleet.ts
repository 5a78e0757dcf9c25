/** The messages of `coder worktrees` and `coder fleet`. */

import { late } from '../../base/late.ts';
import type { FleetStop } from '../../protocol/fleet-job.ts';

const stops: Record<FleetStop, string> = {
  answered: 'answered',
  cancelled: 'cancelled',
  failed: 'failed',
  budget: 'budget',
  timeout: 'timeout',
  'step-limit': 'step-limit',
  'turn-limit': 'turn-limit',
  running: 'running',
};

const words = () => ({
  stops,
  worktreesUsage: 'usage: coder worktrees [list | clean | remove NAME] [--json]',
  noWorktrees: 'There are no worktrees that coder created.',
  noSuchWorktree: (name: string) => `there is no worktree ${name}; "coder worktrees" lists them`,
  inUseBy: (who: string) => `in use by ${who}`,
  process: (pid: number) => `process ${pid}`,
  notInUse: 'not in use',
  removed: (name: string, branch: string | undefined) =>
    `removed: ${name}${branch === undefined ? '' : ` (its work is on the branch ${branch})`}`,
  kept: (name: string, why: string) => `kept: ${name}: ${why}`,
  stays: (path: string, branch: string, why: string) =>
    `The worktree was kept: ${path} (branch ${branch}): ${why}. "coder worktrees clean" removes it once nothing would be lost.`,
  because: {
    changed: (paths: string) => `changed files: ${paths}`,
    ignored: (paths: string) => `ignored files: ${paths}`,
    hidden: (paths: string) => `files that git was told not to look at: ${paths}`,
    nested: (paths: string) => `a repository or worktree inside it: ${paths}`,
    submodule: (paths: string) => `submodules: ${paths}`,
    commits: (commits: string) => `commits that are on no branch: ${commits}`,
    process: (pids: string) => `process ${pids} is working in it`,
  },
  usage:
    'usage: coder fleet run TASKS.jsonl --results DIR [--jobs N] [--budget B], show [ID] [--results DIR], diff ID, apply ID',
  badJobs: (value: string) => `--jobs must be a number from 1 to 64, not "${value}"`,
  cannotRead: (file: string, why: string) => `cannot read ${file}: ${why}`,
  notAFile: 'it is not a file',
  cannotWrite: (folder: string, why: string) =>
    `cannot write to ${folder}: ${why}. Fix that, then run the same command again to continue.`,
  stopping: '  stopping: each job saves its session',
  heading: (ended: number, total: number, running: number, tokens: string, money: string) =>
    `${ended} of ${total} done · ${running} running · ${tokens} tokens · ${money}`,
  step: (step: number) => `step ${step}`,
  seconds: (seconds: number) => `${seconds} s`,
  stopHint: '  Esc stops all; run it again to continue',
  receipt: (answered: number, failed: number, stopped: number, before: number, tokens: string, money: string) =>
    `answered ${answered}, not answered ${failed}, stopped ${stopped}, done before ${before}; ${tokens} tokens, ${money}`,
  budgetSpent: 'The budget is spent: running jobs were stopped, and waiting ones were not started.',
  goOn: 'Run the same command again to continue.',
  seeResults: (folder: string) =>
    `"coder fleet show --results ${folder}" lists the results; diff ID shows what one changed, apply ID applies it.`,
  noSuchJob: (id: string) => `there is no result for job ${id}`,
  nothingChanged: (id: string) => `${id} changed nothing`,
  applied: (id: string) => `applied: ${id}`,
  /** `branch` is empty if there is none. */
  notApplied: (id: string, why: string, branch: string) =>
    `${id} does not apply, and nothing was changed: ${why}. ${branch === '' ? `"coder fleet diff ${id}" shows it` : `Its work is on the branch ${branch}: "git merge ${branch}" merges it`}.`,
});

export const fleet = late(words);

export type FleetWords = ReturnType<typeof fleet>;
