/** The file that takes a command's full output once it no longer fits in memory: private, capped, and paced by the disk. */

import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { walkPath } from './walk-path.ts';

export interface SpillFile {
  readonly path: string;
  /** Bytes accepted but not yet written. */
  readonly pending: number;
  /** Why the output is incomplete; `undefined` if it is complete. */
  readonly problem: string | undefined;
  /** The bytes must not be modified until they have been written. */
  write(chunk: Uint8Array): void;
  /** Resolves once everything accepted has been written. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export const MAX_SPILL_BYTES = 64 * 1024 * 1024;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** `allowance` returns how many of the requested bytes may still be written, and counts them as used. */
export function openSpillFile(path: string, allowance: (bytes: number) => number): SpillFile {
  let pending = 0;
  let written = 0;
  let problem: string | undefined;
  let handle: FileHandle | undefined;
  let queue: Promise<void> = create();

  async function create(): Promise<void> {
    try {
      const folder = dirname(path);
      if (walkPath('/', folder).absolute !== folder) {
        throw new CoderError('outside', `${folder} leads elsewhere through a link`);
      }
      await makeFolders(folder);
      handle = await open(path, CREATE, 0o600);
    } catch (error) {
      problem = messageOf(error);
    }
  }

  async function append(bytes: Uint8Array): Promise<void> {
    try {
      if (problem === undefined) await handle?.write(bytes);
    } catch (error) {
      problem = messageOf(error); // a full disk must not end the command
    } finally {
      pending -= bytes.length;
    }
  }

  return {
    path,
    get pending() {
      return pending;
    },
    get problem() {
      return problem;
    },
    write(chunk) {
      const room = allowance(Math.min(chunk.length, MAX_SPILL_BYTES - written));
      const bytes = chunk.subarray(0, room);
      written += bytes.length;
      pending += bytes.length;
      if (bytes.length > 0) queue = queue.then(() => append(bytes));
    },
    flushed: () => queue,
    async close() {
      await queue;
      await handle?.close();
    },
  };
}

/** Creates folders one by one: Node's recursive mkdir loops forever on a file system that allows no folders. */
async function makeFolders(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = folder; walkPath('/', path).kind === 'missing'; path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}
