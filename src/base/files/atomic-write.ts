/** Replaces a file atomically: a reader sees the old bytes or the new ones, never a mixture. */

import {
  closeSync,
  fchmodSync,
  fsync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  write,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, naming } from '../errors.ts';
import { bytesOf } from '../long-text/in-slices.ts';

export interface AtomicWriteOptions {
  /** Absent: the mode of the replaced file, or the system's default for a new one. */
  mode?: number;
  /**
   * Whether the file is on the disk, not only in the system's cache, when the promise resolves. `content` syncs the bytes only: the name
   * follows with the next durable write in the folder, and, on a file system that keeps the order of changes, before any later change.
   */
  durable?: boolean | 'content';
  /** Prefix of the temporary file's name, by which other writers of `file` recognise leftovers of a killed process. Default: `.coder-`. */
  temporaryPrefix?: string;
  /** Awaited once everything is written: the file is replaced if this resolves to true, otherwise it is left as it was. */
  onlyIf?: Promise<boolean>;
}

/**
 * Up to this many bytes are written synchronously, because a trip to the thread pool takes longer than the call itself, and
 * `node:fs/promises`, which makes such trips, takes 3 ms to load.
 */
const AT_ONCE = 256 * 1024;

/** Consecutive texts in pieces, each produced only when it is written. */
type Slices = readonly Iterable<string>[];

/** Replaces a link at `file`, never follows it. The folder must exist. */
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

/** Does the same at once, for a few bytes that nothing can wait for. */
export function writeAtomicNow(file: string, text: string, mode: number): void {
  const temporary = join(dirname(file), temporaryName());
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw naming(file, error);
  }
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

/** The only step that may take long, so it does not block. */
function synced(handle: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(handle, (error) => (error ? reject(error) : resolve()));
  });
}

function partsOf(bytes: Uint8Array | string | Slices): Iterable<Uint8Array> {
  if (typeof bytes === 'string') return [Buffer.from(bytes)];
  return bytes instanceof Uint8Array ? [bytes] : bytesOf(bytes);
}

/** A temporary name: unique, so that two writers of one file cannot collide, and short, so that it fits beside any name. */
export function temporaryName(prefix = '.coder-'): string {
  return `${prefix}${digits()}${digits()}.tmp`;
}

/** Random digits without `node:crypto`, which takes 5 ms to load: files are created exclusively, so guessing a name gains nothing. */
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
  if (process.platform === 'win32') return; // Windows cannot open a folder
  const handle = openSync(folder, 'r');
  try {
    await synced(handle);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error; // some network file systems do not support it
  } finally {
    closeSync(handle);
  }
}
