/** Where a search begins, held open: what is put in its place meanwhile, a link say, is not what is searched. */

import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';

export interface Held {
  /** The path to begin at, also for a child. */
  path: string;
  /** Whether a file that was found below it is really there, and not behind a link that was put on the way. */
  has(file: string): boolean;
  [Symbol.dispose](): void;
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const HANDLES = '/proc/self/fd';

/** `path` is real: absolute, every link followed. `CoderError('changed')` where it no longer leads there. */
export function hold(path: string): Held {
  if (!existsSync(HANDLES)) return { path, has: () => true, [Symbol.dispose]: () => {} };
  const handle = openReal(path);
  return {
    path: `/proc/${process.pid}/fd/${handle}`,
    has: (file) => isReal(join(path, file)),
    [Symbol.dispose]: () => closeSync(handle),
  };
}

function openReal(path: string): number {
  const changed = new CoderError('changed', `${path} was replaced while it was searched. Try again.`);
  let handle: number;
  try {
    handle = openSync(path, FLAGS);
  } catch (error) {
    throw codeOf(error) === 'ELOOP' ? changed : error;
  }
  if (readlinkSync(`${HANDLES}/${handle}`) === path) return handle;
  closeSync(handle);
  throw changed;
}

function isReal(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch (error) {
    if (codeOf(error)) return false; // gone meanwhile
    throw error;
  }
}
