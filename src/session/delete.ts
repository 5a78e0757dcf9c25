/** Deletes a session permanently: its log and its snapshot. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readEntries } from './log.ts';
import { lockSession } from './log-file.ts';

/** Throws `CoderError`: `session-not-found`, or `locked` while another process has it open. */
export function deleteSession(folder: string, id: string): void {
  readEntries(folder, id);
  const log = join(folder, `${id}.jsonl`);
  const lock = lockSession(log);
  try {
    for (const file of [log, join(folder, `${id}.json`)]) rmSync(file, { force: true });
  } finally {
    lock.release();
  }
}
