/** Reads small files that a repository may have shipped; a pipe or device of that name is neither read nor waited for. */

import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { codeOf, isMissing } from '../errors.ts';
import { isInside } from './paths.ts';
import { isSecretPath } from './secret-file.ts';

export interface RegularFile {
  /** The first bytes of the file (or the last, if those were asked for), up to the limit. */
  bytes: Buffer;
  /** Size of the whole file. */
  size: number;
}

const NO_FILE = new Set(['EISDIR', 'ENXIO', 'ELOOP', 'ENODEV']);

/**
 * Reads a project's file that will be shown to the model. `foreign` if a link leads out of the project (`root`), to a file that may hold
 * secrets, or into `.git`.
 */
export function readOwned(path: string, root: string, limit: number): RegularFile | 'missing' | 'no-file' | 'foreign' {
  return readOpened(path, limit, (handle) => isOwned(handle, path, root));
}

/** Reads up to `limit` bytes synchronously; throws the system's error if the file exists but cannot be read. */
export function readRegular(path: string, limit: number): RegularFile | 'missing' | 'no-file' {
  const found = readOpened(path, limit, () => true);
  return found === 'foreign' ? 'no-file' : found;
}

/** As `readRegular`, but the last bytes of a longer file. */
export function readRegularEnd(path: string, limit: number): RegularFile | 'missing' | 'no-file' {
  const found = readOpened(path, limit, () => true, 'end');
  return found === 'foreign' ? 'no-file' : found;
}

function readOpened(
  path: string,
  limit: number,
  mayRead: (handle: number) => boolean,
  part: 'start' | 'end' = 'start',
): RegularFile | 'missing' | 'no-file' | 'foreign' {
  let handle: number;
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return 'missing'; // most files asked for are: an error would take longer
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isMissing(error)) return 'missing';
    if (NO_FILE.has(codeOf(error) ?? '')) return 'no-file';
    throw error;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return 'no-file';
    if (!mayRead(handle)) return 'foreign';
    const room = Buffer.alloc(Math.min(stats.size, limit));
    const start = part === 'end' ? stats.size - room.length : 0;
    let filled = 0;
    while (filled < room.length) {
      const count = readSync(handle, room, filled, room.length - filled, start + filled);
      if (count === 0) break; // the file was shortened meanwhile
      filled += count;
    }
    return { bytes: room.subarray(0, filled), size: stats.size };
  } finally {
    closeSync(handle);
  }
}

function isOwned(handle: number, path: string, root: string): boolean {
  const base = realpathSync(root);
  const real = placeOf(handle) ?? realpathSync(path);
  const inside = relative(base, real);
  return isInside(base, real) && !isSecretPath(inside) && !/(?:^|[\\/])\.git[\\/]/.test(inside);
}

/** The real path of the opened file, unaffected by a link that is swapped meanwhile. */
function placeOf(handle: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined; // no /proc on this system
    throw error;
  }
}
