/** The file of a session's log, open for appending: one writer, one write for what is said at once, a torn tail put aside. */

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
import { CoderError } from '../base/errors.ts';
import { type FileLock, tryLock } from '../base/files/file-lock.ts';
import { namesIn } from '../base/files/folder.ts';
import { clearTemporaries } from '../base/files/state-folder.ts';
import { bytesOf } from '../base/long-text/in-slices.ts';
import { fault, faultError } from '../words/fault.ts';

const SMALL = 8192;

export class LogFile {
  readonly path: string;
  readonly #lock: FileLock;
  readonly #handle: number;
  /** Made by this process, not found. */
  readonly #isOurs: boolean;
  /** Bytes of whole lines; what a failed write left behind it goes. */
  #size: number;
  #startsAfresh = false;
  /** When another session was last written, if the clock has been set back since. */
  readonly #ahead: number | undefined;

  private constructor(path: string, lock: FileLock, handle: number, isOurs: boolean) {
    this.#isOurs = isOurs;
    this.path = path;
    this.#lock = lock;
    this.#handle = handle;
    this.#size = fstatSync(handle).size;
    this.#ahead = aheadOfNow(path);
  }

  /** `CoderError('locked')` if another process writes it; the system's error if it cannot be opened. */
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

  /** All of it; to be called once, before anything is written. */
  read(): Buffer {
    return readFileSync(this.#handle);
  }

  /** Cuts off what follows `end`, after a copy of it has been kept. */
  cutTail(bytes: Buffer, end: number): void {
    if (this.#size !== bytes.length) throw new CoderError('changed', `${this.path} was changed by another process`);
    writeFileSync(`${this.path}.torn-${Date.now().toString(36)}`, bytes.subarray(end), { flag: 'wx', mode: 0o600 });
    ftruncateSync(this.#handle, end);
    this.#size = end;
  }

  /** In the system's hands when it returns: a kill of this process loses nothing. All or, with an error, nothing. */
  write(lines: readonly (string | Iterable<string>)[]): void {
    const all = this.#startsAfresh ? ['\n', ...lines] : lines;
    const [only = ''] = all;
    let written = 0;
    try {
      // Nearly always it is one line, and a short one.
      const isSmall = all.length === 1 && typeof only === 'string' && only.length < SMALL;
      if (isSmall) written = this.#writeBytes(Buffer.from(only));
      else for (const bytes of bytesOf(all.map(pieces))) written += this.#writeBytes(bytes);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    this.#size += written;
    this.#startsAfresh = false;
  }

  /** How many there were. */
  #writeBytes(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at); // it may take a part only
    return bytes.length;
  }

  #takeBack(): void {
    try {
      ftruncateSync(this.#handle, this.#size);
    } catch {
      this.#startsAfresh = true; // the rest stays as a separate, damaged line
    }
  }

  /** On the disk when it resolves, and the newest session of its folder, also by a clock that was set back. */
  async sync(): Promise<void> {
    if (this.#ahead !== undefined && Date.now() <= this.#ahead) {
      const after = (this.#ahead + 1) / 1000;
      futimesSync(this.#handle, after, after);
    }
    await promisify(fdatasync)(this.#handle);
  }

  /** It was deleted (`git clean` does that): what is written now would be lost. */
  isDeleted(): boolean {
    return fstatSync(this.#handle).nlink === 0;
  }

  /** A new one in which nothing could be written leaves no empty file behind. */
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

/** The newest stamp of the logs beside it, where that is in the future. */
function aheadOfNow(path: string): number | undefined {
  const folder = dirname(path);
  const logs = namesIn(folder).filter((name) => name.endsWith('.jsonl'));
  const stamps = logs.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const newest = Math.max(0, ...stamps);
  return newest > Date.now() ? newest : undefined;
}

/** What a log holds that cannot be opened for writing. */
export function readLog(path: string): Buffer {
  const handle = openRegular(path, constants.O_RDONLY);
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A link or a pipe planted under the name of a session is neither followed nor waited for. */
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
