/** The repositories within a repository, by git's index: a file that is read here, since asking git would run it. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 64 * 1024 * 1024;
const HEADER = 12;
/** In an entry: where its mode stands, and the id of the object. */
const MODE_AT = 24;
const ID_AT = 40;
const GITLINK = 0o160000;
const GITLINK_BYTES = Buffer.from([0, 0, 0xe0, 0]);
const EXTENDED = 0x4000;

/** Paths from the top of the work tree; throws where an index is not as git writes it. */
export function gitlinksIn(gitFolder: string): string[] {
  const names = readdirSync(gitFolder).filter((name) => name === 'index' || name.startsWith('sharedindex.'));
  return names.flatMap((name) => {
    const file = join(gitFolder, name);
    if (statSync(file).size > MAX_BYTES) throw new Error('the index is too large to be checked');
    const bytes = readFileSync(file);
    if (!bytes.includes(GITLINK_BYTES)) return [];
    try {
      return linksIn(bytes, 20);
    } catch {
      return linksIn(bytes, 32); // ids by SHA-256
    }
  });
}

function linksIn(bytes: Buffer, idBytes: number): string[] {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new Error('not an index');
  const links: string[] = [];
  let at = HEADER;
  let name = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const mode = bytes.readUInt32BE(at + MODE_AT);
    if (![0o040000, 0o100000, 0o120000, GITLINK].includes(mode & 0o170000)) throw new Error('not an entry');
    const flagsAt = at + ID_AT + idBytes;
    let nameAt = flagsAt + (bytes.readUInt16BE(flagsAt) & EXTENDED ? 4 : 2);
    let kept = Buffer.alloc(0);
    if (version === 4) {
      const cut = readVarint(bytes, nameAt); // so many bytes of the name before are not in this one
      kept = name.subarray(0, name.length - cut.value);
      nameAt = cut.end;
    }
    const end = bytes.indexOf(0, nameAt);
    if (end < 0) throw new Error('an entry without an end');
    name = Buffer.concat([kept, bytes.subarray(nameAt, end)]);
    if ((mode & 0o170000) === GITLINK) links.push(name.toString());
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7); // padded to eight bytes, with at least one NUL
  }
  return links;
}

function readVarint(bytes: Buffer, from: number): { value: number; end: number } {
  let at = from;
  let byte = bytes.readUInt8(at++);
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, end: at };
}
