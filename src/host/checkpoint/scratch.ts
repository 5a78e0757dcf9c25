/** Storage for bytes while coder runs: one private file that vanishes with the process, however it ends. */

import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryName } from '../../base/files/atomic-write.ts';

export interface Scratch {
  readonly used: number;
  /** Offset of the stored bytes; `undefined` if there is no room. */
  put(bytes: Buffer): number | undefined;
  get(at: number, length: number): Buffer;
  clear(): void;
  close(): void;
}

export function createScratch(folder: string, limit: number): Scratch {
  let handle: number | undefined;
  let left: string | undefined;
  let used = 0;

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, temporaryName());
    const opened = openSync(file, 'wx+', 0o600);
    if (process.platform === 'win32')
      left = file; // Windows cannot remove an open file
    else rmSync(file);
    return opened;
  }

  function close(): void {
    if (handle !== undefined) closeSync(handle);
    if (left !== undefined) rmSync(left, { force: true });
    handle = undefined;
    left = undefined;
    used = 0;
  }

  return {
    get used() {
      return used;
    },
    put(bytes) {
      if (used + bytes.length > limit) return undefined;
      handle ??= open();
      const at = used;
      writeAll(handle, bytes, at);
      used += bytes.length;
      return at;
    },
    get(at, length) {
      const bytes = Buffer.alloc(length);
      if (handle !== undefined) readSync(handle, bytes, 0, length, at);
      return bytes;
    },
    clear: close,
    close,
  };
}

function writeAll(handle: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(handle, bytes, done, bytes.length - done, at + done);
  }
}
