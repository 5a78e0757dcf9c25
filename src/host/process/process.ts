/** The one supervisor of children: a group for each, TERM then KILL for the whole tree, bounded output, and no child outlives coder. */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoderError } from '../../base/errors.ts';
import { type Child, spawnChild } from './child.ts';
import { endHeldGit } from './held-git.ts';
import { createJob, type StartedJob } from './job.ts';
import { createOutputRing } from './output-ring.ts';
import type { ProcessCommand, ProcessResult } from './process-command.ts';
import { CLOSING, countRunning, superviseChildren, withRecent } from './supervision.ts';
import { usualShell } from './usual-shell.ts';

export interface Processes {
  run(command: ProcessCommand, signal: AbortSignal): Promise<ProcessResult>;
  /** Starts a job and returns at once; it ends on its own, by `stop`, or with coder. Throws `CoderError('closed' | 'too-many-jobs')`. */
  start(command: ProcessCommand): StartedJob;
  readonly jobs: readonly StartedJob[];
  /** Starts a program that talks over its standard input and output until it is ended. Throws `CoderError('closed')`. */
  serve(command: ProcessCommand): ServedProcess;
  /** Resolves when every child that was told to end is gone with its whole tree; the result of a cancelled command comes before that. */
  settled(): Promise<void>;
  /** Ends every child at once. */
  close(): Promise<void>;
}

export interface ServedProcess {
  readonly pid: number | undefined;
  write(text: string): void;
  /** How the process ended; never rejects. */
  readonly result: Promise<ProcessResult>;
  /** Closes the input and allows a moment to end; then sends TERM and KILL to the whole tree, all within a second. */
  end(): Promise<void>;
}

export interface ProcessesOptions {
  /** The environment that children inherit, already without secrets. */
  env: NodeJS.ProcessEnv;
  /** Identifies this session in the environment of every child. */
  marker: string;
}

const MAX_RUNNING_JOBS = 32;
const KEPT_JOBS = 50;
/** Short enough that, with the signals that follow, the process is gone within a second. */
const ENDS_BY_ITSELF_MS = 300;

export function createProcesses(options: ProcessesOptions): Processes {
  const supervision = superviseChildren(() => options.env, options.marker);
  const children = new Set<Child>();
  let jobs: StartedJob[] = [];
  let jobCount = 0;
  let shell: string | undefined;

  function spawn(command: ProcessCommand, endWhenFlooded: boolean, onChunk?: (chunk: Buffer) => void): Child {
    shell ??= usualShell();
    const { allowance } = supervision;
    const mark = supervision.next(command.env, command.endsAlone);
    const child = spawnChild(command, { ...mark, shell, allowance, endWhenFlooded, onChunk });
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
      if (supervision.isClosed) return { ...NOT_RUN, spawnError: CLOSING, spawnCause: 'closing' };
      const child = spawn(command, true);
      const cancel = () => void child.stop('cancel');
      signal.addEventListener('abort', cancel, { once: true });
      let isGitHeld = false;
      const { pid } = child;
      const unwatch = command.mayRunGit && pid !== undefined ? endHeldGit(pid, () => (isGitHeld = true)) : undefined;
      try {
        const result = await child.result;
        return isGitHeld ? { ...result, gitHeld: true } : result;
      } finally {
        unwatch?.();
        signal.removeEventListener('abort', cancel);
      }
    },
    start(command) {
      if (supervision.isClosed) throw new CoderError('closed', CLOSING);
      const running = countRunning(jobs);
      if (running >= MAX_RUNNING_JOBS)
        throw new CoderError('too-many-jobs', `${running} jobs are already running: stop some first`);
      const output = createOutputRing(command.keepBytes);
      const child = spawn(command, false, (chunk) => output.push(chunk));
      jobCount += 1;
      const job = createJob(`job${jobCount}`, command, child, output);
      jobs = withRecent(jobs, job, KEPT_JOBS);
      return job;
    },
    serve(command) {
      if (supervision.isClosed) throw new CoderError('closed', CLOSING);
      const child = spawn({ ...command, keepsInput: true }, false);
      return {
        pid: child.pid,
        result: child.result,
        write: (text) => void child.input?.write(text),
        async end() {
          child.input?.end();
          await Promise.race([child.result, sleep(ENDS_BY_ITSELF_MS, undefined, { ref: false })]);
          await child.stop('stop');
        },
      };
    },
    async settled() {
      await Promise.all([...children].filter((child) => child.isEnding).map((child) => child.gone));
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
