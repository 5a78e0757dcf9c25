/** A command in the background: it is listed, read and stopped by its id. */

import type { Child } from './child.ts';
import type { OutputRing } from './output-ring.ts';
import type { Job, ProcessCommand } from './process.ts';

export function createJob(id: string, command: ProcessCommand, child: Child, output: OutputRing): Job {
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
