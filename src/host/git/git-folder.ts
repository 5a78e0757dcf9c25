/** Locates a repository: the walk up to `.git`, and where `.git` leads if it is a file. No program is run. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ifReachable, statIfReachable } from '../../base/files/if-reachable.ts';
import { upwards } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';

/** A longer file is not a pointer that git wrote. */
const POINTER = 'gitdir: ';
const LONGEST_POINTER = 64 * 1024;
const LONGEST_TEXT = 16 * 1024 * 1024;

/** The nearest folder with a `.git`, starting with the folder itself. */
export function repositoryTop(folder: string): string | undefined {
  return upwards(folder).find((path) => existsSync(join(path, '.git')));
}

/** The top of the repository; without one, the folder itself. */
export function projectRoot(folder: string): string {
  return repositoryTop(folder) ?? folder;
}

/** The folder `.git`, or the one that a file of that name points to, as in worktrees and submodules. */
export function gitFolderOf(top: string): string | undefined {
  const place = join(top, '.git');
  const stats = statIfReachable(place);
  if (stats?.isDirectory()) return place;
  if (!stats?.isFile() || stats.size > LONGEST_POINTER) return undefined;
  const pointer = pointerIn(textOrNothing(place));
  return pointer === undefined ? undefined : resolve(top, pointer);
}

/** The path in a file `.git`, read as git reads it: everything after `gitdir: ` but line ends, even a line break within. */
export function pointerIn(text: string): string | undefined {
  return text.startsWith(POINTER) ? withoutLineEnds(text.slice(POINTER.length)) || undefined : undefined;
}

/** The path in `commondir`, likewise. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The folder that a worktree shares with its repository; `gitFolder` itself if it is not a worktree. */
export function commonFolderOf(gitFolder: string): string {
  return resolve(gitFolder, withoutLineEnds(textOrNothing(join(gitFolder, 'commondir'))) || '.');
}

/** Empty if the file is missing, not a regular file, or unreadable. */
export function textOrNothing(file: string): string {
  const found = ifReachable(() => readRegular(file, LONGEST_TEXT));
  return found === undefined || typeof found === 'string' ? '' : found.bytes.toString('utf8');
}
