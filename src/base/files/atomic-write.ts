/** Replaces a file in one step: a reader sees the old bytes or the new ones, never a part. */

import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { bytesOf } from '../text/in-slices.ts';

export interface AtomicWriteOptions {
  /** Absent: that of the file which is replaced, or what the system gives a new one. */
  mode?: number;
  /** On the disk, not only in the system's memory, when it resolves. */
  durable?: boolean;
}

/** Texts in pieces that follow each other, each made when it is its turn. */
type Slices = readonly Iterable<string>[];

/** A link at `file` is replaced, never followed. The folder must exist. */
export async function writeAtomic(
  file: string,
  bytes: Uint8Array | string | Slices,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const folder = dirname(file);
  const mode = options.mode ?? (await modeOf(file));
  const temporary = join(folder, temporaryName());
  try {
    const handle = await open(temporary, 'wx', mode ?? 0o666);
    try {
      if (mode !== undefined) await handle.chmod(mode); // open() applies the umask
      if (isSlices(bytes)) for (const part of bytesOf(bytes)) await handle.writeFile(part);
      else await handle.writeFile(bytes);
      if (options.durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (options.durable) await syncFolder(folder);
}

function isSlices(bytes: Uint8Array | string | Slices): bytes is Slices {
  return Array.isArray(bytes);
}

/** Never the same twice, so that two writers of one file cannot collide; short, so that it fits beside any name. */
export function temporaryName(): string {
  return `.coder-${digits()}${digits()}.tmp`;
}

/** Not of node:crypto, which takes 5 ms to load: the file is created exclusively, so nothing is gained by guessing. */
function digits(): string {
  return Math.floor(Math.random() * 2 ** 36)
    .toString(16)
    .padStart(9, '0');
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    const stats = await lstat(file);
    return stats.isFile() ? stats.mode & 0o7777 : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error; // some network file systems do not support it
  } finally {
    await handle.close();
  }
}
