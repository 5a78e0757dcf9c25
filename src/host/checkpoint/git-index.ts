/** Reads git's index file directly, without starting git or refreshing it: which files are clean, and which objects hold their bytes. */

import { type Stats, statSync } from 'node:fs';
import { CoderError } from '../../base/errors.ts';
import { isUnreachable } from '../../base/files/if-reachable.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { KIND, type OidFormat, oidBytes, REGULAR, readIndex, STATS_BYTES } from '../git/index-file.ts';

export interface GitIndex {
  readonly format: OidFormat;
  /** `path` is relative to the top of the work tree. */
  has(path: string): boolean;
  /** Offset of the file's index entry, if its stamps give no reason to doubt that the object still holds the file's content. */
  cleanEntry(path: string, stats: IndexedStats): number | undefined;
  oidAt(entry: number): string;
  /** The object the file was last added as, whether or not the file is still clean. */
  oid(path: string): string | undefined;
  paths(): Iterable<string>;
}

type IndexedStats = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;

/** `undefined` if there is no index, or its format is not supported here; then no objects are shared with git. */
export function readGitIndex(file: string, format: OidFormat): GitIndex | undefined {
  try {
    const read = readRegular(file, Number.POSITIVE_INFINITY);
    if (typeof read === 'string') return undefined;
    const { bytes } = read;
    const offsets = offsetsOf(bytes, format);
    return offsets && indexOf(bytes, offsets, format, statSync(file).mtimeMs);
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    if (error instanceof RangeError || isBadIndex(error)) return undefined; // being written, or damaged
    throw error;
  }
}

function isBadIndex(error: unknown): boolean {
  return error instanceof CoderError && error.code === 'bad-index';
}

function indexOf(bytes: Buffer, offsets: Map<string, number>, format: OidFormat, writtenMs: number): GitIndex {
  const oidAt = (at: number) => bytes.toString('hex', at + STATS_BYTES, at + STATS_BYTES + oidBytes(format));
  return {
    format,
    has: (path) => offsets.has(path),
    oid(path) {
      const at = offsets.get(path);
      return at === undefined ? undefined : oidAt(at);
    },
    cleanEntry(path, stats) {
      const at = offsets.get(path);
      return at !== undefined && isClean(bytes, at, stats, writtenMs) ? at : undefined;
    },
    oidAt,
    paths: () => offsets.keys(),
  };
}

/** Decides as git does: same timestamps, size and inode, and a timestamp older than the index, so that no later change can go unnoticed. */
function isClean(bytes: Buffer, at: number, stats: IndexedStats, writtenMs: number): boolean {
  const ctimeMs = timeAt(bytes, at);
  const mtimeMs = timeAt(bytes, at + 8);
  return (
    isSameTime(mtimeMs, stats.mtimeMs) &&
    isSameTime(ctimeMs, stats.ctimeMs) &&
    mtimeMs < writtenMs &&
    bytes.readUInt32BE(at + 36) === stats.size % 2 ** 32 &&
    bytes.readUInt32BE(at + 20) === stats.ino % 2 ** 32
  );
}

function timeAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1e6;
}

/** Compares fractional milliseconds with a tolerance, because a double cannot hold the last digits of the nanoseconds. */
function isSameTime(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.001;
}

/** Maps each regular file to the offset of its entry; `undefined` if part of the index is in another file. */
function offsetsOf(bytes: Buffer, format: OidFormat): Map<string, number> | undefined {
  const offsets = new Map<string, number>();
  const end = readIndex(bytes, format, ({ name, at, mode, isUnsettled }) => {
    if ((mode & KIND) === REGULAR && !isUnsettled) offsets.set(name, at);
  });
  return isSplit(bytes, end, format) ? undefined : offsets;
}

/** True if this is a split index, which holds only some of the entries; the rest are in another file. */
function isSplit(bytes: Buffer, from: number, format: OidFormat): boolean {
  let at = from;
  while (at + 8 <= bytes.length - oidBytes(format)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return true;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return false;
}
