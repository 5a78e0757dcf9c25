/** git's index as it lies on disk: which files it knows to be clean, and in which objects their bytes are. No process, no refresh. */

import { readFileSync, type Stats, statSync } from 'node:fs';
import { codeOf } from '../../base/errors.ts';
import type { OidFormat } from './file-state.ts';

export interface GitIndex {
  readonly format: OidFormat;
  /** `path` is relative to the top of the work tree. */
  has(path: string): boolean;
  /** Where the entry of the file is, if nothing speaks against its object holding what the file holds. */
  cleanEntry(path: string, stats: IndexedStats): number | undefined;
  oidAt(entry: number): string;
  /** The object of the file as it was added, clean or not. */
  oid(path: string): string | undefined;
  paths(): Iterable<string>;
}

export type IndexedStats = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;

const HEADER = 12;
const STATS = 40;
const REGULAR = 0o100000;
const KIND = 0o170000;
const STAGE = 0x3000;
const EXTENDED = 0x4000;
const INTENT_TO_ADD = 0x2000;

/** Nothing where there is no index, or one of a kind that is not read here: then nothing is shared with git. */
export function readGitIndex(file: string, format: OidFormat): GitIndex | undefined {
  try {
    const bytes = readFileSync(file);
    const offsets = entriesOf(bytes, format);
    return offsets && indexOf(bytes, offsets, format, statSync(file).mtimeMs);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR'].includes(codeOf(error) ?? '')) return undefined;
    if (error instanceof RangeError) return undefined; // shorter than it says: being written, or damaged
    throw error;
  }
}

function indexOf(bytes: Buffer, offsets: Map<string, number>, format: OidFormat, writtenMs: number): GitIndex {
  const oidAt = (at: number) => bytes.toString('hex', at + STATS, at + STATS + oidLength(format));
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

/** As git does: the same stamp, size and identity, and a stamp older than the index, so that no later change can hide in it. */
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

/** Both are fractions of milliseconds; the last digits of a nanosecond do not fit into one. */
function isSameTime(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.001;
}

/** Where each regular file's entry begins. */
function entriesOf(bytes: Buffer, format: OidFormat): Map<string, number> | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const count = bytes.readUInt32BE(8);
  const offsets = new Map<string, number>();
  let previous = '';
  let at = HEADER;
  for (let entry = 0; entry < count; entry += 1) {
    const start = at;
    const flagsAt = start + STATS + oidLength(format);
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & EXTENDED) !== 0;
    const extended = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    let kept = '';
    if (version === 4) {
      const strip = varintAt(bytes, nameAt);
      kept = previous.slice(0, previous.length - strip.value);
      nameAt = strip.next;
    }
    const end = bytes.indexOf(0, nameAt);
    if (end < 0) throw new RangeError('no end of a name');
    // Latin-1 while names are put together, as what is stripped is counted in bytes.
    const name = kept + bytes.toString(version === 4 ? 'latin1' : 'utf8', nameAt, end);
    previous = name;
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
    const isRegular = (bytes.readUInt32BE(start + 24) & KIND) === REGULAR;
    if (!isRegular || (flags & STAGE) !== 0 || (extended & INTENT_TO_ADD) !== 0) continue;
    offsets.set(version === 4 ? Buffer.from(name, 'latin1').toString('utf8') : name, start);
  }
  return isSplit(bytes, at, format) ? undefined : offsets;
}

/** A split index holds only a part here; the rest is in a file of its own. */
function isSplit(bytes: Buffer, from: number, format: OidFormat): boolean {
  let at = from;
  while (at + 8 <= bytes.length - oidLength(format)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return true;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return false;
}

/** As in packs: seven bits a byte, high part first, one added at each step. */
function varintAt(bytes: Buffer, start: number): { value: number; next: number } {
  let at = start;
  let byte = bytes.readUInt8(at);
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    at += 1;
    byte = bytes.readUInt8(at);
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next: at + 1 };
}

function oidLength(format: OidFormat): number {
  return format === 'sha1' ? 20 : 32;
}
