/** A command in the background, which can be listed, read and stopped by its id. */

import type { Job } from '../../protocol/job.ts';
import type { Child } from './child.ts';
import type { OutputRing } from './output-ring.ts';
import type { ProcessCommand, ProcessResult } from './process-command.ts';

export interface StartedJob extends Job {
  readonly done: Promise<ProcessResult>;
}

export function createJob(id: string, command: ProcessCommand, child: Child, output: OutputRing): StartedJob {
  let state: Job['state'] = 'running';
  let exitCode: number | null = null;
  const done = child.result.then((result) => {
    if (state === 'running') state = 'exited';
    exitCode = result.exitCode;
    return result;
  });
  return {
    id,
    command: command.line ?? command.argv?.join(' ') ?? '',
    startedAt: Date.now(),
    get state() {
      return state;
    },
    get exitCode() {
      return exitCode;
    },
    read: (from = 0) => output.since(from),
    async stop() {
      if (state !== 'running') return;
      state = 'stopped';
      await child.stop('stop');
      await done;
    },
    done,
  };
}
