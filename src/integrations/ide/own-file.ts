/** Reads a file that only the person can have written: owned by them, a plain file, not writable by others, not a link. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../../base/errors.ts';

type OwnFile = { text: string; writtenAt: number } | { problem: 'foreign' | 'unreadable' };

const WRITABLE_BY_OTHERS = 0o022;

/** Everything is checked on the open file, so that nothing can be swapped in between. */
export function readOwnFile(path: string, longest: number): OwnFile {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let handle: number;
  try {
    handle = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  } catch (error) {
    return { problem: codeOf(error) === 'ELOOP' || codeOf(error) === 'EACCES' ? 'foreign' : 'unreadable' };
  }
  try {
    const stats = fstatSync(handle);
    const isOwn = process.getuid === undefined || stats.uid === process.getuid();
    if (!stats.isFile() || !isOwn || (isOnUnix() && (stats.mode & WRITABLE_BY_OTHERS) !== 0))
      return { problem: 'foreign' };
    if (stats.size > longest) return { problem: 'unreadable' };
    const room = Buffer.alloc(stats.size);
    const count = readSync(handle, room, 0, room.length, 0);
    return { text: room.toString('utf8', 0, count), writtenAt: stats.mtimeMs };
  } finally {
    closeSync(handle);
  }
}

function isOnUnix(): boolean {
  return process.getuid !== undefined;
}
