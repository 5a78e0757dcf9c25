/** Small files that a repository may have shipped: a pipe or a device under such a name is neither read nor waited for. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../errors.ts';

export interface RegularFile {
  /** The first bytes of it. */
  bytes: Buffer;
  /** Of the whole file. */
  size: number;
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);
const NO_FILE = new Set(['EISDIR', 'ENXIO', 'ELOOP', 'ENODEV']);

/** Up to `limit` bytes, read at once; the system's error where there is a file that cannot be read. */
export function readRegular(path: string, limit: number): RegularFile | 'missing' | 'no-file' {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (NOT_THERE.has(code)) return 'missing';
    if (NO_FILE.has(code)) return 'no-file';
    throw error;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return 'no-file';
    const room = Buffer.alloc(Math.min(stats.size, limit));
    let filled = 0;
    while (filled < room.length) {
      const count = readSync(handle, room, filled, room.length - filled, filled);
      if (count === 0) break; // it became shorter meanwhile
      filled += count;
    }
    return { bytes: room.subarray(0, filled), size: stats.size };
  } finally {
    closeSync(handle);
  }
}
