/** A hash of a folder's state, which changes whenever a file in it is added, changed or removed. Ignored files do not count. */

import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnreachable } from '../../base/files/if-reachable.ts';
import { walkFiles } from '../search/walk-files.ts';

export async function treeState(root: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha1');
  for await (const path of walkFiles(root, { ignore: true }, signal))
    hash.update(`${path}\0${await stamp(join(root, path))}\n`);
  return hash.digest('hex');
}

async function stamp(path: string): Promise<string> {
  try {
    const { size, mtimeNs, ino } = await lstat(path, { bigint: true });
    return `${size} ${mtimeNs} ${ino}`;
  } catch (error) {
    if (isUnreachable(error)) return 'gone';
    throw error;
  }
}
