/** The file of a session's log, open for appending: one writer, one write for entries added together, and a torn tail set aside. */

import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type FileLock, tryLock } from '../base/files/file-lock.ts';
import { namesIn } from '../base/files/folder.ts';
import { clearTemporaries } from '../base/files/state-folder.ts';
import { late } from '../base/late.ts';
import { bytesOf } from '../base/long-text/in-slices.ts';
import { fault, faultError } from '../words/fault.ts';

const SMALL = 8192;

export class LogFile {
  readonly path: string;
  readonly #lock: FileLock;
  readonly #handle: number;
  /** True if this process created the file. */
  readonly #isOurs: boolean;
  /** Bytes of whole lines; anything after them, left by a failed write, is cut off. */
  #size: number;
  #startsAfresh = false;
  /** When another session was last written, if that is in the future because the clock was set back. */
  readonly #ahead: () => number;

  private constructor(path: string, lock: FileLock, handle: number, isOurs: boolean) {
    this.#isOurs = isOurs;
    this.path = path;
    this.#lock = lock;
    this.#handle = handle;
    this.#size = fstatSync(handle).size;
    this.#ahead = late(() => aheadOfNow(path));
  }

  /** Throws `CoderError('locked')` if another process writes the log; the system's error if it cannot be opened. */
  static open(path: string, how: 'new' | 'existing'): LogFile {
    const lock = lockSession(path);
    try {
      clearTemporaries(dirname(path));
      const flags = constants.O_RDWR | constants.O_APPEND;
      const isNew = how === 'new';
      const handle = openRegular(path, isNew ? flags | constants.O_CREAT | constants.O_EXCL : flags);
      return new LogFile(path, lock, handle, isNew);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The whole log; to be called once, before anything is written. */
  read(): Buffer {
    return readFileSync(this.#handle);
  }

  /** Cuts off everything after `end`, keeping a copy. */
  cutTail(bytes: Buffer, end: number): void {
    if (this.#size !== bytes.length) throw faultError('changed', fault('changedByOther', this.path));
    writeFileSync(`${this.path}.torn-${Date.now().toString(36)}`, bytes.subarray(end), { flag: 'wx', mode: 0o600 });
    ftruncateSync(this.#handle, end);
    this.#size = end;
  }

  /** Handed to the system when it returns, so that killing this process loses nothing. Writes everything or, with an error, nothing. */
  write(lines: readonly (string | Iterable<string>)[]): void {
    const all = this.#startsAfresh ? ['\n', ...lines] : lines;
    const [only = ''] = all;
    let written = 0;
    try {
      // Nearly always there is one short line.
      const isSmall = all.length === 1 && typeof only === 'string' && only.length < SMALL;
      if (isSmall) written = this.#writeText(only);
      else for (const bytes of bytesOf(all.map(pieces))) written += this.#writeBytes(bytes);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    this.#size += written;
    this.#startsAfresh = false;
  }

  /** Like `#writeBytes`, without a copy of the text. */
  #writeText(text: string): number {
    const length = Buffer.byteLength(text);
    const written = writeSync(this.#handle, text);
    return written < length ? written + this.#writeBytes(Buffer.from(text).subarray(written)) : length;
  }

  /** Returns the number of bytes written. */
  #writeBytes(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at); // the system may accept only a part
    return bytes.length;
  }

  #takeBack(): void {
    try {
      ftruncateSync(this.#handle, this.#size);
    } catch {
      this.#startsAfresh = true; // the rest stays as a separate, damaged line
    }
  }

  /** Resolves when the log is on the disk. Also makes it the newest session of its folder, even if the clock was set back. */
  async sync(): Promise<void> {
    const newest = this.#ahead();
    if (Date.now() <= newest) {
      const after = (newest + 1) / 1000;
      futimesSync(this.#handle, after, after);
    }
    await promisify(fdatasync)(this.#handle);
  }

  /** True if the file was deleted (as `git clean` does); anything written now would be lost. */
  isDeleted(): boolean {
    return fstatSync(this.#handle).nlink === 0;
  }

  /** Removes the file if it is new and nothing could be written to it. */
  close(): void {
    const { size, nlink } = fstatSync(this.#handle);
    if (this.#isOurs && size === 0 && nlink > 0) rmSync(this.path, { force: true });
    closeSync(this.#handle);
    this.#lock.release();
  }
}

function pieces(line: string | Iterable<string>): Iterable<string> {
  return typeof line === 'string' ? [line] : line;
}

/** The newest modification time of the logs in the folder; 0 unless it is in the future. Asks for each log, so not before an answer. */
function aheadOfNow(path: string): number {
  const folder = dirname(path);
  const logs = namesIn(folder).filter((name) => name.endsWith('.jsonl'));
  const stamps = logs.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const newest = Math.max(0, ...stamps);
  return newest > Date.now() ? newest : 0;
}

/** Reads a log that cannot be opened for writing. */
export function readLog(path: string): Buffer {
  const handle = openRegular(path, constants.O_RDONLY);
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A link or pipe planted under a session's name is neither followed nor waited for. */
function openRegular(path: string, flags: number): number {
  const handle = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw faultError('not-a-file', fault('notRegular', path));
}

export function lockSession(path: string): FileLock {
  const lockPath = `${path}.lock`;
  const attempt = tryLock(lockPath);
  if (attempt.ok) return attempt.lock;
  const { pid = '', host = '' } = attempt.owner ?? {};
  throw faultError('locked', fault('sessionLocked', String(pid), host === hostname() ? '' : host, lockPath));
}
