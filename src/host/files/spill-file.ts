/** The file that takes all of a command's output once memory does not: private, capped, never faster than the disk. */

import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { walkPath } from './walk-path.ts';

export interface SpillFile {
  readonly path: string;
  /** Bytes that were given and are not written yet. */
  readonly pending: number;
  /** Why not all of it is there. */
  readonly problem: string | undefined;
  /** The bytes must stay as they are until they are written. */
  write(chunk: Uint8Array): void;
  /** When all that was given is written. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export const MAX_SPILL_BYTES = 64 * 1024 * 1024;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** `allowance` says how much of a wish may still be written; it counts it. */
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

/** One by one: Node's recursive mkdir loops forever if a file system takes no folders. */
async function makeFolders(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = folder; walkPath('/', path).kind === 'missing'; path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}
