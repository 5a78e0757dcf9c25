/** Holds the starting point of a search open, so that anything put in its place meanwhile, such as a link, is not searched. */

import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';

export interface Held {
  /** The path to start from, also usable by a child process. */
  path: string;
  /** Whether a file found below is really there, and not behind a link put on the way. */
  has(file: string): boolean;
  [Symbol.dispose](): void;
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const HANDLES = '/proc/self/fd';

/** `path` is absolute with every link resolved. Throws `CoderError('changed')` if it no longer leads there. */
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
