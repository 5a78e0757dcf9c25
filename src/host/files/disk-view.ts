/** Policy's view of the disk: the kind of entry at a path, and where links lead. */

import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { readableEntries } from '../../base/files/folder.ts';
import type { DiskView } from '../../protocol/policy.ts';
import { programInGitConfig } from '../git/config-programs.ts';
import { commonFolderOf, gitFolderOf } from '../git/git-folder.ts';
import { hasBash } from '../process/usual-shell.ts';
import { findName, findTracked } from './find-name.ts';

const MOST_LINKS = 40;

/** Looking at this many entries takes a few tenths of a second. */
const MOST_ENTRIES = 20_000;

export const disk: DiskView = {
  kind,
  real: (path) => real(path, MOST_LINKS),
  hasBash,
  gitProgram,
  findLink,
  findName,
  findTracked,
};

function gitProgram(root: string): string | undefined {
  try {
    return programInGitConfig(root) ?? (isRepository(root) ? undefined : 'a .git that is not a repository');
  } catch (error) {
    return `a config that cannot be read (${codeOf(error) ?? 'unknown'})`;
  }
}

/** Without these, git ignores the folder and looks for a repository elsewhere. */
function isRepository(root: string): boolean {
  const folder = gitFolderOf(root);
  return (
    folder !== undefined && existsSync(join(folder, 'HEAD')) && existsSync(join(commonFolderOf(folder), 'objects'))
  );
}

function kind(path: string): ReturnType<DiskView['kind']> {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return 'missing';
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' ? 'missing' : 'other'; // an entry that cannot be examined is not assumed to be harmless
  }
}

/** Also resolves missing paths: links in the existing part are followed, and a dangling link to where it points. */
function real(path: string, linksLeft: number): string {
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(real(parent, linksLeft), basename(path));
  try {
    if (linksLeft === 0 || !lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
    return real(resolve(dirname(place), readlinkSync(place)), linksLeft - 1);
  } catch {
    return place; // inaccessible: keep the name as it is
  }
}

function findLink(
  folder: string,
  depth: number,
  isWanted: (name: string, target: string) => boolean,
): string | undefined {
  const seen = new Set<string>();
  const queue = [{ name: '', path: folder, level: 0 }];
  let left = MOST_ENTRIES;
  for (const { name, path, level } of queue) {
    if (level >= depth || seen.has(path)) continue;
    seen.add(path);
    for (const entry of readableEntries(path)) {
      if (--left < 0) return folder;
      const inner = { name: name === '' ? entry.name : `${name}/${entry.name}`, level: level + 1 };
      const place = join(path, entry.name);
      if (entry.isDirectory()) queue.push({ ...inner, path: place });
      if (!entry.isSymbolicLink()) continue;
      const target = real(place, MOST_LINKS);
      if (isWanted(inner.name, target)) return join(folder, inner.name);
      if (kind(target) === 'folder') queue.push({ ...inner, path: target });
    }
  }
  return undefined;
}
