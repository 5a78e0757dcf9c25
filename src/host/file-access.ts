/** What is done to one name in an open folder: read, replace, remove, move. */

import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, open, rename, rm, unlink } from 'node:fs/promises';
import { temporaryName } from '../base/atomic-write.ts';
import { CoderError, codeOf } from '../base/errors.ts';
import { changed, type Directory } from './directory.ts';

/** A name in an open folder, and how people are told of it. */
export interface Entry {
  directory: Directory;
  name: string;
  shown: string;
}

export interface ReadRange {
  offset?: number;
  length?: number;
  maxBytes?: number;
}

const MAX_READ_BYTES = 64 * 1024 * 1024;
// Does not wait for the other end of a pipe, and does not follow a link that was just put there.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export async function readEntry(entry: Entry, range: ReadRange): Promise<{ bytes: Buffer; stats: Stats }> {
  const { directory, name, shown } = entry;
  const found = statEntry(entry);
  if (!found) throw new CoderError('missing', `no such file: ${shown}`);
  requireFile(found, shown); // before it is opened: opening a device may already do something
  const handle = await openToRead(entry);
  try {
    const stats = await handle.stat();
    requireFile(stats, shown);
    directory.verify(name, stats);
    const { offset = 0, maxBytes = MAX_READ_BYTES } = range;
    const length = Math.max(0, Math.min(range.length ?? Infinity, stats.size - offset));
    if (length > maxBytes) {
      throw new CoderError(
        'too-large',
        `file too large: ${shown} has ${stats.size} bytes, the limit is ${maxBytes}. Read a part of it.`,
      );
    }
    return { bytes: await readBytes(handle, offset, length), stats };
  } finally {
    await handle.close();
  }
}

/** A link at that name is replaced, never written through. */
export async function replaceEntry(entry: Entry, bytes: Uint8Array, mode?: number): Promise<void> {
  const { directory, name, shown } = entry;
  const before = statEntry(entry);
  if (before && !before.isFile() && !before.isSymbolicLink()) requireFile(before, shown);
  const kept = mode ?? (before?.isFile() ? before.mode & 0o7777 : undefined);
  const unique = temporaryName();
  const temporary = directory.at(unique);
  const handle = await openToWrite(temporary, kept ?? 0o666, shown);
  try {
    try {
      directory.verify(unique, await handle.stat()); // still empty: nothing has been said yet, wherever it was made
      if (kept !== undefined) await handle.chmod(kept); // open() takes the umask off
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    directory.verify();
    await rename(temporary, directory.at(name)); // elsewhere there is no file of that random name to move
  } catch (error) {
    await rm(temporary, { force: true });
    throw codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? changed(shown) : error;
  }
}

export async function removeEntry(entry: Entry): Promise<void> {
  requireEntry(entry);
  entry.directory.verify();
  await unlink(entry.directory.at(entry.name));
}

export async function moveEntry(from: Entry, to: Entry): Promise<void> {
  requireEntry(from);
  const replaced = statEntry(to);
  if (replaced?.isDirectory()) throw new CoderError('not-a-file', `a directory is in the way: ${to.shown}`);
  from.directory.verify();
  to.directory.verify();
  await rename(from.directory.at(from.name), to.directory.at(to.name));
}

function statEntry({ directory, name }: Entry): Stats | undefined {
  return lstatSync(directory.at(name), { throwIfNoEntry: false });
}

function requireEntry(entry: Entry): void {
  const stats = statEntry(entry);
  if (!stats) throw new CoderError('missing', `no such file: ${entry.shown}`);
  if (!stats.isSymbolicLink()) requireFile(stats, entry.shown);
}

async function openToRead({ directory, name, shown }: Entry): Promise<FileHandle> {
  try {
    return await open(directory.at(name), READ);
  } catch (error) {
    switch (codeOf(error)) {
      case 'ELOOP':
      case 'ENOENT':
        throw changed(shown);
      case 'EACCES':
      case 'EPERM':
        throw new CoderError('no-access', `no permission to read ${shown}`, { cause: error });
      default:
        throw error;
    }
  }
}

async function openToWrite(path: string, mode: number, shown: string): Promise<FileHandle> {
  try {
    return await open(path, CREATE, mode);
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        throw changed(shown);
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        throw new CoderError('no-access', `no permission to write ${shown}`, { cause: error });
      default:
        throw error;
    }
  }
}

function requireFile(stats: Stats, shown: string): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw changed(shown); // links were followed before we came here
  throw new CoderError('not-a-file', `not a regular file: ${shown} is ${describe(stats)}`);
}

function describe(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break; // it became shorter meanwhile
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
