/** Finds nested repositories in git's index. The file is read here because asking git would run it. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../../base/files/regular-file.ts';
import { GITLINK, KIND, type OidFormat, readIndex } from './index-file.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const GITLINK_BYTES = Buffer.from([0, 0, 0xe0, 0]);

/** True unless the index's bytes rule out a link to a nested repository. */
export function indexMayLink(index: string): boolean {
  const found = readRegular(index, MAX_BYTES);
  if (found === 'missing') return false;
  return found === 'no-file' || found.size > MAX_BYTES || found.bytes.includes(GITLINK_BYTES);
}

/** Paths relative to the top of the work tree; throws if an index is malformed. */
export function gitlinksIn(gitFolder: string): string[] {
  const names = readdirSync(gitFolder).filter((name) => name === 'index' || name.startsWith('sharedindex.'));
  return names.flatMap((name) => {
    const file = join(gitFolder, name);
    const found = readRegular(file, MAX_BYTES);
    if (typeof found === 'string' || found.size > MAX_BYTES) throw new Error('the index cannot be checked');
    const { bytes } = found;
    if (!bytes.includes(GITLINK_BYTES)) return [];
    try {
      return linksIn(bytes, 'sha1');
    } catch {
      return linksIn(bytes, 'sha256');
    }
  });
}

function linksIn(bytes: Buffer, format: OidFormat): string[] {
  const links: string[] = [];
  readIndex(bytes, format, ({ name, mode }) => {
    if ((mode & KIND) === GITLINK) links.push(name);
  });
  return links;
}
