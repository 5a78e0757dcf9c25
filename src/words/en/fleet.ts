/** What `coder worktrees` and `coder fleet` say. */

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
  because: {
    changed: (paths: string) => `changed files: ${paths}`,
    ignored: (paths: string) => `ignored files: ${paths}`,
    hidden: (paths: string) => `files that git does not look at: ${paths}`,
    nested: (paths: string) => `a repository or worktree in it: ${paths}`,
    submodule: (paths: string) => `submodules: ${paths}`,
    commits: (commits: string) => `commits that no branch holds: ${commits}`,
    process: (pids: string) => `process ${pids} works in it`,
  },
  usage:
    'usage: coder fleet run TASKS.jsonl --results DIR [--jobs N] [--budget B], show [ID] [--results DIR], diff ID, apply ID',
  badJobs: (value: string) => `--jobs is a number from 1 to 64, not "${value}"`,
  cannotRead: (file: string, why: string) => `cannot read ${file}: ${why}`,
  notAFile: 'it is not a file',
  cannotWrite: (folder: string, why: string) =>
    `cannot write to ${folder}: ${why}. Put that right; the same command goes on with what is missing.`,
  stopping: '  stopping: each saves its session',
  heading: (ended: number, total: number, running: number, tokens: string, money: string) =>
    `${ended} of ${total} done · ${running} running · ${tokens} tokens · ${money}`,
  step: (step: number) => `step ${step}`,
  seconds: (seconds: number) => `${seconds} s`,
  stopHint: '  Esc stops all; started again, it goes on',
  receipt: (answered: number, failed: number, stopped: number, before: number, tokens: string, money: string) =>
    `answered ${answered}, not answered ${failed}, stopped ${stopped}, done before ${before}; ${tokens} tokens, ${money}`,
  budgetSpent: 'The budget is spent: what ran was stopped, and what waits is not begun.',
  goOn: 'The same command goes on with what is missing.',
  seeResults: (folder: string) =>
    `"coder fleet show --results ${folder}" lists the results; diff ID shows what one changed, apply ID takes it over.`,
  noSuchJob: (id: string) => `there is no result of a job ${id}`,
  nothingChanged: (id: string) => `${id} changed nothing`,
  applied: (id: string) => `applied: ${id}`,
  /** `branch` is empty where there is none. */
  notApplied: (id: string, why: string, branch: string) =>
    `${id} does not apply, and nothing was changed: ${why}. ${branch === '' ? `"coder fleet diff ${id}" shows it` : `Its work is on the branch ${branch}: "git merge ${branch}" joins the two`}.`,
};

export type FleetWords = typeof fleet;
