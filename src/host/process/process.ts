/** The one supervisor of children: own group, TERM then KILL over the whole tree, bounded output, gone with coder. */

import { existsSync } from 'node:fs';
import { CoderError } from '../../base/errors.ts';
import { randomText } from '../../base/random.ts';
import { type Child, spawnChild } from './child.ts';
import { createJob } from './job.ts';
import { createOutputRing } from './output-ring.ts';
import { endTree, RUN_VARIABLE } from './process-tree.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface Processes {
  run(command: ProcessCommand, signal: AbortSignal): Promise<ProcessResult>;
  /** Starts and returns at once; it ends with coder, by `stop`, or by itself. `CoderError('closed' | 'too-many-jobs')`. */
  start(command: ProcessCommand): Job;
  readonly jobs: readonly Job[];
  /** Ends every child, at once. */
  close(): Promise<void>;
}

export interface ProcessCommand {
  /** A shell line, or a program with its arguments. */
  line?: string;
  argv?: readonly [string, ...string[]];
  cwd: string;
  /** On top of what every child gets; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  input?: string;
  /** 0: none. */
  timeoutMs: number;
  /** Bytes kept in memory for each of stdout and stderr, half head, half tail. */
  keepBytes: number;
  /** Leave NUL in the result as it is: a program reads it, nobody sees it. */
  keepNul?: boolean;
  /** Where all of the output goes once it is more than `keepBytes`; absent: nowhere. */
  spillTo?: string;
  onOutput?(text: string, stream: 'stdout' | 'stderr'): void;
  /** Standard output as it is, for what is no text. */
  onBytes?(chunk: Buffer): void;
}

export interface ProcessResult {
  exitCode: number;
  signal: string | null;
  stdout: string;
  stderr: string;
  truncated: boolean;
  timedOut: boolean;
  cancelled: boolean;
  /** It was ended because it printed more than any reader wants. */
  flooded: boolean;
  durationMs: number;
  savedPath?: string;
  /** Why not all of the output could be saved. */
  saveProblem?: string;
  /** The program could not be started at all. */
  spawnError?: string;
}

export interface Job {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'exited' | 'stopped';
  readonly exitCode: number | null;
  /** What is kept of the output since byte `from` of all that was printed, and where the next read begins. */
  read(from?: number): { text: string; next: number };
  stop(): Promise<void>;
  readonly done: Promise<ProcessResult>;
}

export interface ProcessesOptions {
  /** What children get; secrets are out of it already. */
  env: NodeJS.ProcessEnv;
  /** Names this session in the environment of every child. */
  marker: string;
}

const MAX_SESSION_SPILL_BYTES = 512 * 1024 * 1024;

const MAX_RUNNING_JOBS = 32;
const KEPT_JOBS = 50;
const CLOSING = 'coder is closing: nothing is started any more';

export function createProcesses(options: ProcessesOptions): Processes {
  const session = `${options.marker}-${randomText(12)}`; // not to be met by another run of the same session
  const inherited = options.env[RUN_VARIABLE] ?? '';
  const children = new Set<Child>();
  let jobs: Job[] = [];
  let jobCount = 0;
  let childCount = 0;
  let spilled = 0;
  let shell: string | undefined;
  let watchdog: Watchdog | undefined;
  let closed = false;

  function spawn(command: ProcessCommand, endWhenFlooded: boolean, onChunk?: (chunk: Buffer) => void): Child {
    childCount += 1;
    shell ??= existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
    const marker = `${session}.${childCount};`;
    const env = { ...options.env, ...command.env, [RUN_VARIABLE]: inherited + marker };
    const child = spawnChild(command, { shell, env, marker, allowance, endWhenFlooded, onChunk });
    children.add(child);
    void child.gone.then(() => children.delete(child));
    if (child.pid !== undefined) watch(child.pid);
    return child;
  }

  function allowance(bytes: number): number {
    const given = Math.max(0, Math.min(bytes, MAX_SESSION_SPILL_BYTES - spilled));
    spilled += given;
    return given;
  }

  /** Once the child is under way: nobody should wait for the watchdog. */
  function watch(group: number): void {
    const byGroup = process.platform !== 'linux'; // there it finds them by their environment
    if (watchdog && !byGroup) return;
    setImmediate(() => {
      if (closed) return;
      watchdog ??= startWatchdog(session);
      if (byGroup) watchdog.watch(group);
    });
  }

  return {
    get jobs() {
      return jobs;
    },
    async run(command, signal) {
      if (signal.aborted) return { ...NOT_RUN, cancelled: true };
      if (closed) return { ...NOT_RUN, spawnError: CLOSING };
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
      if (closed) throw new CoderError('closed', CLOSING);
      const running = jobs.filter(({ state }) => state === 'running').length;
      if (running >= MAX_RUNNING_JOBS)
        throw new CoderError('too-many-jobs', `${running} jobs run already: stop some first`);
      const output = createOutputRing(command.keepBytes);
      const child = spawn(command, false, (chunk) => output.push(chunk));
      jobCount += 1;
      const job = createJob(`job${jobCount}`, command, child, output);
      const finished = jobs.filter(({ state }) => state !== 'running').slice(-KEPT_JOBS);
      jobs = [...jobs.filter((old) => old.state === 'running' || finished.includes(old)), job];
      return job;
    },
    async close() {
      closed = true;
      await Promise.all([...jobs.map((job) => job.stop()), ...[...children].map((child) => child.stop('stop'))]);
      if (childCount > 0) await endTree({ marker: session }); // what commands that are done left behind
      watchdog?.dismiss();
    },
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
