/** Records what a job's patch is made from: the state before a job in the folder itself, because earlier changes are not the job's. */

import type { FleetJob } from '../../protocol/fleet-job.ts';
import { type JobFolder, type JobState, writeState } from '../../session/fleet-jobs.ts';
import { type FolderLook, lookAtFolder, treeNow } from './job-patch.ts';
import { repositoryState } from './repository-state.ts';
import type { OpenWorktreeHost } from './worktree-host.ts';

interface JobStart {
  state: JobState;
  /** Makes the patch; absent if files had been changed before the job began. */
  look?: FolderLook;
  /** What will be missing from the result, and why. */
  skipped: readonly string[];
}

export interface Preparation {
  /** As far as it is known; complete once `done` has resolved. */
  readonly start: JobStart;
  /**
   * No file may change before this resolves. Starts with the first call, best while the model is being waited for. Does not reject for
   * errors that git reports.
   */
  done(): Promise<void>;
}

/** For a job whose start is on record already. */
export function preparedBefore(state: JobState): Preparation {
  return { start: { state, skipped: [] }, done: () => Promise.resolve() };
}

export function createPreparation(
  state: JobState,
  { job, folder, host }: { job: FleetJob; folder: JobFolder; host: OpenWorktreeHost },
  signal: AbortSignal,
): Preparation {
  let start: JobStart = { state, skipped: [] };
  let preparing: Promise<void> | undefined;
  return {
    get start() {
      return start;
    },
    done: () => (preparing ??= prepare()),
  };

  async function prepare(): Promise<void> {
    signal.throwIfAborted();
    if (job.base === undefined) {
      const { top, base } = await repositoryState(host, job, signal);
      if (base?.ok) start = { ...start, state: { ...start.state, base: base.sha } };
      if (base?.ok && top !== undefined && (await isAsCommitted(top, base.sha))) return;
      const tree = top === undefined ? undefined : await treeNow(host, top, folder, signal);
      if (tree?.ok) start = { ...start, state: { ...start.state, tree: tree.id } };
      else if (tree) start = { ...start, skipped: [`patch: ${tree.error}`] };
      signal.throwIfAborted(); // resuming from a state without its tree would leave the job without a patch
    }
    await writeState(folder, start.state);
  }

  /** True if the files are as committed. Then the state is written as well, on its way to disk while git looks. */
  async function isAsCommitted(top: string, commit: string): Promise<boolean> {
    const look = lookAtFolder(host, top, folder, commit, signal);
    const committed = { ...start.state, tree: commit };
    await writeState(folder, committed, look.isUnchanged);
    if (!(await look.isUnchanged)) return false;
    start = { ...start, look, state: committed };
    return true;
  }
}
