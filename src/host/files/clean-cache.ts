/** Deletes saved output that is too old, and the oldest of it once the total is too large. */

import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';

const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const MAX_BYTES = 512 * 1024 * 1024;

/** Cleans the folder that `bash` saves to; returns how many files were removed. */
export async function cleanCache(folder: string, now = Date.now()): Promise<number> {
  const files = (await readFiles(folder)).sort((a, b) => b.modifiedAt - a.modifiedAt);
  let bytes = 0;
  let removed = 0;
  for (const file of files) {
    bytes += file.size;
    if (bytes <= MAX_BYTES && now - file.modifiedAt <= MAX_AGE_MS) continue;
    await removeIfThere(file.path);
    removed += 1;
  }
  return removed;
}

interface SavedFile {
  path: string;
  size: number;
  modifiedAt: number;
}

async function readFiles(folder: string): Promise<SavedFile[]> {
  const names = await ifThere(async () => ((await lstat(folder)).isDirectory() ? readdir(folder) : []));
  const found: SavedFile[] = [];
  for (const name of names ?? []) {
    if (!/\.(?:txt|cast)$/.test(name)) continue; // the folder's .gitignore stays
    const path = join(folder, name);
    const stats = await ifThere(() => lstat(path));
    if (stats?.isFile()) found.push({ path, size: stats.size, modifiedAt: stats.mtimeMs });
  }
  return found;
}

async function removeIfThere(path: string): Promise<void> {
  await ifThere(() => unlink(path));
}

/** Returns `undefined` for a missing file, since another coder may be cleaning the same folder. */
async function ifThere<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
