/** Parses git's index file entry by entry, without running git or refreshing the index. */

import { CoderError } from '../../base/errors.ts';

export type OidFormat = 'sha1' | 'sha256';

export interface IndexEntry {
  /** Path relative to the top of the work tree. */
  name: string;
  /** Offset of the entry: its stats, followed by its object id. */
  at: number;
  mode: number;
  /** In conflict or added with intent only, so its object does not hold the file's content. */
  isUnsettled: boolean;
}

const HEADER = 12;
export const STATS_BYTES = 40;
const MODE_AT = 24;
export const KIND = 0o170000;
export const REGULAR = 0o100000;
export const GITLINK = 0o160000;
const KINDS = new Set([0o040000, REGULAR, 0o120000, GITLINK]);
const STAGE = 0x3000;
const EXTENDED = 0x4000;
const INTENT_TO_ADD = 0x2000;

export function oidBytes(format: OidFormat): number {
  return format === 'sha1' ? 20 : 32;
}

/** Visits every entry and returns the offset of the extensions. Throws `bad-index` or a `RangeError` if the file is malformed. */
export function readIndex(bytes: Buffer, format: OidFormat, visit: (entry: IndexEntry) => void): number {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw badIndex('not an index');
  let previous = '';
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const mode = bytes.readUInt32BE(at + MODE_AT);
    if (!KINDS.has(mode & KIND)) throw badIndex('not an entry');
    const flagsAt = at + STATS_BYTES + oidBytes(format);
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & EXTENDED) !== 0;
    const extended = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    let kept = '';
    if (version === 4) {
      const strip = varintAt(bytes, nameAt); // how many bytes to drop from the end of the previous name
      kept = previous.slice(0, previous.length - strip.value);
      nameAt = strip.next;
    }
    const end = bytes.indexOf(0, nameAt);
    if (end < 0) throw badIndex('an entry without an end');
    // Names are assembled in Latin-1, because the dropped part is counted in bytes.
    previous = version === 4 ? kept + bytes.toString('latin1', nameAt, end) : '';
    const name = version === 4 ? Buffer.from(previous, 'latin1').toString('utf8') : bytes.toString('utf8', nameAt, end);
    visit({ name, at, mode, isUnsettled: (flags & STAGE) !== 0 || (extended & INTENT_TO_ADD) !== 0 });
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7); // padded to eight bytes, with at least one NUL
  }
  return at;
}

/** The variable-length integer of pack files: seven bits per byte, most significant first, plus one for each continuation. */
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

function badIndex(message: string): CoderError {
  return new CoderError('bad-index', message);
}
