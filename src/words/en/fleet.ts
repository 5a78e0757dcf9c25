/** What `coder worktrees` and `coder fleet` say. */

import type { KeptBecause } from '../../protocol/worktree.ts';

const some = (paths: readonly string[]) => `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`;

export const fleet = {
  worktreesUsage: 'usage: coder worktrees [list | clean | remove NAME] [--json]',
  noWorktrees: 'no worktrees',
  noSuchWorktree: (name: string) => `there is no worktree ${name}; "coder worktrees" lists them`,
  inUseBy: (who: string) => `in use by ${who}`,
  notInUse: 'not in use',
  removed: (name: string, branch: string | undefined) =>
    `removed: ${name}${branch === undefined ? '' : ` (its work is on the branch ${branch})`}`,
  kept: (name: string, why: string) => `kept: ${name}: ${why}`,
  stays: (path: string, branch: string, why: string) =>
    `The worktree stays: ${path} (branch ${branch}): ${why}. "coder worktrees clean" removes it once nothing is lost by it.`,
  because(reason: KeptBecause): string {
    switch (reason.kind) {
      case 'changed':
        return `changed files: ${some(reason.paths)}`;
      case 'ignored':
        return `ignored files: ${some(reason.paths)}`;
      case 'hidden':
        return `files that git does not look at: ${some(reason.paths)}`;
      case 'nested':
        return `a repository or worktree in it: ${some(reason.paths)}`;
      case 'submodule':
        return `submodules: ${some(reason.paths)}`;
      case 'commits':
        return `commits that no branch holds: ${some(reason.commits)}`;
      case 'process':
        return `process ${some(reason.pids.map(String))} works in it`;
      default:
        return reason.what;
    }
  },
  usage:
    'usage: coder fleet run TASKS.jsonl --results DIR [--jobs N] [--budget B], show [ID] [--results DIR], diff ID, apply ID',
  badJobs: (value: string) => `--jobs is a number from 1 to 64, not "${value}"`,
  cannotRead: (file: string, why: string) => `cannot read ${file}: ${why}`,
  heading: (ended: number, total: number, running: number, tokens: string, money: string) =>
    `${ended} of ${total} done · ${running} running · ${tokens} tokens · ${money}`,
  running: (id: string, step: number, calls: string, seconds: number) =>
    `  ${id}  step ${step}  ${calls}  ${seconds} s`,
  stopHint: '  Esc stops all; started again, it goes on',
  ended: (id: string, stop: string, more: string) => `${id}: ${stop}${more === '' ? '' : `: ${more}`}`,
  receipt: (answered: number, failed: number, stopped: number, before: number, tokens: string, money: string) =>
    `answered ${answered}, not answered ${failed}, stopped ${stopped}, done before ${before}; ${tokens} tokens, ${money}`,
  budgetSpent: 'The budget is spent: what ran was stopped, and what waits is not begun.',
  goOn: 'The same command goes on with what is missing.',
  noSuchJob: (id: string) => `there is no result of a job ${id}`,
  nothingChanged: (id: string) => `${id} changed nothing`,
  applied: (id: string) => `applied: ${id}`,
  notApplied: (id: string, why: string) => `${id} does not apply, and nothing was changed: ${why}`,
};

export type FleetWords = typeof fleet;
