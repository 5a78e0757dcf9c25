/** Reads the file of a fleet: one job per line, how many there are, and whether an id is used for two jobs. */

import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseJson } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { FleetJob } from '../../protocol/fleet-job.ts';
import { jobFolder, readState, sameJob } from '../../session/fleet-jobs.ts';
import { jobFault } from '../../words/job-fault.ts';

export type Task = { id: string; job: object } | { id: string; problem: Fault };

export function readTask(line: string, at: number): Task {
  const job = parseJson(line);
  if (!isPlainObject(job)) return { id: `line-${at}`, problem: jobFault('lineNoObject', String(at)) };
  if (typeof job.id === 'string' && job.id !== '') return { id: job.id, job };
  const id = `task-${hash('sha256', line).slice(0, 12)}`;
  return { id, job: { ...job, id } };
}

/** True if the id is already used for a different job. `running` is the job that another line started under this id. */
export function isAnother(
  task: Task,
  running: object | undefined,
  { home, cwd }: { home: string; cwd: string },
): boolean {
  if ('problem' in task) return false;
  const asked = running ?? readState(jobFolder(home, task.id))?.job;
  return asked !== undefined && !sameJob(absolute(asked, cwd), absolute(task.job, cwd));
}

function absolute(job: object, from: string): FleetJob {
  const { cwd } = job as Partial<FleetJob>;
  return { ...(job as FleetJob), cwd: resolve(from, typeof cwd === 'string' ? cwd : '.') };
}

/** Those that have something in them; byte by byte through one buffer, since there may be millions. */
export async function countLines(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(CHUNK);
    let count = 0;
    let isEmpty = true;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK);
      if (bytesRead === 0) return count;
      for (const byte of buffer.subarray(0, bytesRead)) {
        if (byte === NEWLINE) isEmpty = true;
        else if (isEmpty && byte > SPACE) {
          isEmpty = false;
          count += 1;
        }
      }
    }
  } finally {
    await handle.close();
  }
}

const CHUNK = 64 * 1024;
const NEWLINE = 10;
const SPACE = 32;
