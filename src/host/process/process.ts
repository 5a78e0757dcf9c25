/** The one supervisor of children: own group, TERM then KILL over the whole tree, bounded output, gone with coder. */

import { CoderError } from '../../base/errors.ts';
import { type Child, spawnChild } from './child.ts';
import { createJob, type StartedJob } from './job.ts';
import { createOutputRing } from './output-ring.ts';
import type { ProcessCommand, ProcessResult } from './process-command.ts';
import { CLOSING, countRunning, superviseChildren, usualShell, withRecent } from './supervision.ts';

export interface Processes {
  run(command: ProcessCommand, signal: AbortSignal): Promise<ProcessResult>;
  /** Starts and returns at once; it ends with coder, by `stop`, or by itself. `CoderError('closed' | 'too-many-jobs')`. */
  start(command: ProcessCommand): StartedJob;
  readonly jobs: readonly StartedJob[];
  /** Ends every child, at once. */
  close(): Promise<void>;
}

export interface ProcessesOptions {
  /** What children get; secrets are out of it already. */
  env: NodeJS.ProcessEnv;
  /** Names this session in the environment of every child. */
  marker: string;
}

const MAX_RUNNING_JOBS = 32;
const KEPT_JOBS = 50;

export function createProcesses(options: ProcessesOptions): Processes {
  const supervision = superviseChildren(options.env, options.marker);
  const children = new Set<Child>();
  let jobs: StartedJob[] = [];
  let jobCount = 0;
  let shell: string | undefined;

  function spawn(command: ProcessCommand, endWhenFlooded: boolean, onChunk?: (chunk: Buffer) => void): Child {
    shell ??= usualShell();
    const { allowance } = supervision;
    const child = spawnChild(command, { ...supervision.next(command.env), shell, allowance, endWhenFlooded, onChunk });
    children.add(child);
    void child.gone.then(() => children.delete(child));
    if (child.pid !== undefined) supervision.watch(child.pid);
    return child;
  }

  return {
    get jobs() {
      return jobs;
    },
    async run(command, signal) {
      if (signal.aborted) return { ...NOT_RUN, cancelled: true };
      if (supervision.isClosed) return { ...NOT_RUN, spawnError: CLOSING };
      const child = spawn(command, true);
      const cancel = () => void child.stop('cancel');
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await child.result;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    start(command) {
      if (supervision.isClosed) throw new CoderError('closed', CLOSING);
      const running = countRunning(jobs);
      if (running >= MAX_RUNNING_JOBS)
        throw new CoderError('too-many-jobs', `${running} jobs run already: stop some first`);
      const output = createOutputRing(command.keepBytes);
      const child = spawn(command, false, (chunk) => output.push(chunk));
      jobCount += 1;
      const job = createJob(`job${jobCount}`, command, child, output);
      jobs = withRecent(jobs, job, KEPT_JOBS);
      return job;
    },
    close: () =>
      supervision.close(() =>
        Promise.all([...jobs.map((job) => job.stop()), ...[...children].map((child) => child.stop('stop'))]),
      ),
  };
}

const NOT_RUN: ProcessResult = {
  exitCode: 130,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  timedOut: false,
  cancelled: false,
  flooded: false,
  durationMs: 0,
};
