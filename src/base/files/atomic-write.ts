/** Replaces a file in one step: a reader sees the old bytes or the new ones, never a part. */

import { closeSync, fchmodSync, fsync, lstatSync, openSync, renameSync, rmSync, write, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, naming } from '../errors.ts';
import { bytesOf } from '../long-text/in-slices.ts';

export interface AtomicWriteOptions {
  /** Absent: that of the file which is replaced, or what the system gives a new one. */
  mode?: number;
  /**
   * On the disk, not only in the system's memory, when it resolves. `content`: never without its content; its name gets there with what is
   * kept in the same folder next, and before any later change of a file system that writes changes in their order.
   */
  durable?: boolean | 'content';
  /** What the name of the file begins with that is written first; absent: as that of any other. Whoever may write `file` knows by it what a kill left there. */
  temporaryPrefix?: string;
  /** Waited for when all is written: the file is replaced if it says so, else it stays as it is. */
  onlyIf?: Promise<boolean>;
}

/**
 * Up to this much is written without waiting: a trip to the thread pool takes longer than the call that it is for, and what makes such trips
 * (`node:fs/promises`) takes 3 ms to load.
 */
const AT_ONCE = 256 * 1024;

/** Texts in pieces that follow each other, each made when it is its turn. */
type Slices = readonly Iterable<string>[];

/** A link at `file` is replaced, never followed. The folder must exist. */
export async function writeAtomic(
  file: string,
  bytes: Uint8Array | string | Slices,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const folder = dirname(file);
  const mode = options.mode ?? modeOf(file);
  const temporary = join(folder, temporaryName(options.temporaryPrefix));
  try {
    const handle = openSync(temporary, 'wx', mode ?? 0o666);
    try {
      if (mode !== undefined) fchmodSync(handle, mode); // open() applies the umask
      for (const part of partsOf(bytes)) await writeWhole(handle, part);
      if (options.durable) await synced(handle);
    } finally {
      closeSync(handle);
    }
    if (options.onlyIf && !(await options.onlyIf)) return rmSync(temporary, { force: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw naming(file, error);
  }
  if (options.durable === true) await syncFolder(folder);
}

async function writeWhole(handle: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += bytes.length <= AT_ONCE ? writeSync(handle, bytes, at) : await writeSome(handle, bytes, at);
  }
}

function writeSome(handle: number, bytes: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(handle, bytes, at, (error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** The one step that may take long. */
function synced(handle: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(handle, (error) => (error ? reject(error) : resolve()));
  });
}

function partsOf(bytes: Uint8Array | string | Slices): Iterable<Uint8Array> {
  if (typeof bytes === 'string') return [Buffer.from(bytes)];
  return bytes instanceof Uint8Array ? [bytes] : bytesOf(bytes);
}

/** Never the same twice, so that two writers of one file cannot collide; short, so that it fits beside any name. */
export function temporaryName(prefix = '.coder-'): string {
  return `${prefix}${digits()}${digits()}.tmp`;
}

/** Not of node:crypto, which takes 5 ms to load: the file is created exclusively, so nothing is gained by guessing. */
function digits(): string {
  return Math.floor(Math.random() * 2 ** 36)
    .toString(16)
    .padStart(9, '0');
}

function modeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mode & 0o7777 : undefined;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there
  const handle = openSync(folder, 'r');
  try {
    await synced(handle);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error; // some network file systems do not support it
  } finally {
    closeSync(handle);
  }
}
