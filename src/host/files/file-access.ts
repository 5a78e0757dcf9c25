/** Operations on one name in an open folder: read, replace, remove, move. */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  read,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CoderError, codeOf, isMissing } from '../../base/errors.ts';
import { temporaryName } from '../../base/files/atomic-write.ts';
import { changed, noSpace, type OpenFolder } from './open-folder.ts';
import type { WriteJournal } from './write-journal.ts';

/** A name in an open folder, with the path shown to people. */
export interface Entry {
  folder: OpenFolder;
  name: string;
  shown: string;
  /** Absolute path with every link resolved. */
  absolute: string;
  journal?: WriteJournal | undefined;
}

export interface ReadRange {
  offset?: number;
  length?: number;
  maxBytes?: number;
}

const MAX_READ_BYTES = 64 * 1024 * 1024;
/** Reads up to this size are synchronous: the round trips to the thread pool would cost ten times as much as the calls themselves. */
const AT_ONCE = 256 * 1024;
/** The setuid and setgid bits, with which a program runs with the rights of its owner or group. */
const RUNS_AS_OWNER = 0o6000;
// Opens without waiting for the other end of a pipe and without following a link that was just put in place.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export async function readEntry(entry: Entry, range: ReadRange): Promise<{ bytes: Buffer; stats: Stats }> {
  const { folder, name, shown } = entry;
  const found = statEntry(entry);
  if (!found) throw new CoderError('missing', `no such file: ${shown}`);
  requireFile(found, shown); // checked before opening, because merely opening a device can have effects
  const handle = openToRead(entry);
  try {
    const stats = fstatSync(handle);
    requireFile(stats, shown);
    folder.verify(name, stats);
    const { offset = 0, maxBytes = MAX_READ_BYTES } = range;
    const length = Math.max(0, Math.min(range.length ?? Infinity, stats.size - offset));
    if (length > maxBytes) {
      throw new CoderError(
        'too-large',
        `file too large: ${shown} has ${stats.size} bytes, the limit is ${maxBytes}. Read a part of it.`,
      );
    }
    const buffer = Buffer.allocUnsafe(length);
    const filled = length <= AT_ONCE ? readNow(handle, buffer, offset) : await readLater(handle, buffer, offset);
    return { bytes: buffer.subarray(0, filled), stats };
  } finally {
    closeSync(handle);
  }
}

/** What must be there when a file is replaced: the state that was read, or `null` for no file. If absent, anything may be there. */
export type Expected = (Pick<Stats, 'size' | 'mtimeMs'> & { ino?: number }) | null;

export interface ReplaceOptions {
  mode?: number;
  over?: Expected;
}

/** A link with that name is itself replaced; its target is never written to. */
export async function replaceEntry(entry: Entry, bytes: Uint8Array, { mode, over }: ReplaceOptions): Promise<void> {
  const { folder, name, shown, absolute, journal } = entry;
  const before = statEntry(entry);
  if (before && !before.isFile() && !before.isSymbolicLink()) requireFile(before, shown);
  const kept = mode ?? (before?.isFile() ? before.mode & 0o7777 : undefined);
  const unique = temporaryName();
  const temporary = folder.at(unique);
  const isGone = journal?.temporary(join(dirname(absolute), unique));
  try {
    const handle = await openToWrite(temporary, kept ?? 0o666, shown);
    try {
      const made = await handle.stat();
      folder.verify(unique, made); // still empty, so nothing has leaked wherever it was created
      const isOwners = !before?.isFile() || (await giveTo(before, handle, made));
      if (kept !== undefined) await handle.chmod(isOwners ? kept : kept & ~RUNS_AS_OWNER); // open() applied the umask
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await alone(entry, () => {
      folder.verify();
      requireState(entry, over); // as late as possible, so that a save made meanwhile is not lost
      renameSync(temporary, folder.at(name)); // in a swapped folder there would be no file of that random name to move
    });
  } catch (error) {
    await rm(temporary, { force: true });
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw noSpace(shown);
    throw isMissing(error) ? changed(shown) : error;
  } finally {
    isGone?.();
  }
}

/** Runs the check and the change in one go, while no other coder can interfere. */
async function alone({ journal, absolute }: Entry, act: () => void): Promise<void> {
  if (journal) await journal.alone(absolute, act);
  else act();
}

/** Keeps the owner when root, or a container, edits another user's file; `false` if the owner cannot be set. */
async function giveTo(owner: Stats, handle: FileHandle, made: Stats): Promise<boolean> {
  if (owner.uid === made.uid && owner.gid === made.gid) return true;
  try {
    await handle.chown(owner.uid, owner.gid);
    return true;
  } catch {
    return false; // error codes differ between systems, and none of them is a reason not to write
  }
}

export async function removeEntry(entry: Entry, over?: Expected): Promise<void> {
  requireEntry(entry);
  await alone(entry, () => {
    entry.folder.verify();
    requireState(entry, over);
    unlinkSync(entry.folder.at(entry.name));
  });
}

export async function moveEntry(from: Entry, to: Entry): Promise<void> {
  requireEntry(from);
  const replaced = statEntry(to);
  if (replaced?.isDirectory()) throw new CoderError('not-a-file', `a directory is in the way: ${to.shown}`);
  from.folder.verify();
  to.folder.verify();
  await rename(from.folder.at(from.name), to.folder.at(to.name));
}

function statEntry({ folder, name }: Entry): Stats | undefined {
  return lstatSync(folder.at(name), { throwIfNoEntry: false });
}

function requireState(entry: Entry, expected: Expected | undefined): void {
  if (expected === undefined) return;
  const now = statEntry(entry);
  if (expected ? now && isAs(now, expected) : !now) return;
  const what = expected ? 'changed on disk just now' : 'was created by another program just now';
  throw new CoderError('stale', `${entry.shown} ${what}. Read it again before you change it.`);
}

/** File system clocks are coarse: a file replaced within one tick by another of the same length differs only in its inode. */
function isAs(now: Stats, { size, mtimeMs, ino }: NonNullable<Expected>): boolean {
  return now.size === size && now.mtimeMs === mtimeMs && (ino === undefined || now.ino === ino);
}

function requireEntry(entry: Entry): void {
  const stats = statEntry(entry);
  if (!stats) throw new CoderError('missing', `no such file: ${entry.shown}`);
  if (!stats.isSymbolicLink()) requireFile(stats, entry.shown);
}

function openToRead({ folder, name, shown }: Entry): number {
  try {
    return openSync(folder.at(name), READ);
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
  if (stats.isSymbolicLink()) throw changed(shown); // links were resolved earlier, so this one is new
  throw new CoderError('not-a-file', `not a regular file: ${shown} is ${describe(stats)}`);
}

function describe(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

/** Returns the number of bytes read, which is less than requested if the file was truncated meanwhile. */
function readNow(handle: number, buffer: Buffer, offset: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(handle, buffer, filled, buffer.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

async function readLater(handle: number, buffer: Buffer, offset: number): Promise<number> {
  const readMore = promisify(read);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await readMore(handle, buffer, filled, buffer.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
