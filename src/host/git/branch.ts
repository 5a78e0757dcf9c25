/** The branch that is checked out, read from the repository's HEAD file without running git. */

import { join, resolve } from 'node:path';
import { statIfReachable } from '../../base/files/if-reachable.ts';
import { isInside, upwards } from '../../base/files/paths.ts';
import { gitFolderOf, repositoryTop, textOrNothing } from './git-folder.ts';

const LONGEST_HEAD = 1000;

/** `undefined` outside a repository, or if no branch is checked out. */
export function currentBranch(cwd: string): string | undefined {
  const top = repositoryTop(cwd);
  const folder = top === undefined ? undefined : gitFolderOf(top);
  const isOurs = top !== undefined && folder !== undefined && belongsTo(folder, top);
  const head = isOurs ? join(folder, 'HEAD') : undefined;
  const stats = head === undefined ? undefined : statIfReachable(head);
  if (head === undefined || !stats?.isFile() || stats.size > LONGEST_HEAD) return undefined;
  return /^ref: refs\/heads\/([\w./-]{1,100})\s*$/.exec(textOrNothing(head))?.[1];
}

/** A `.git` file may point anywhere. Accepts a worktree that its repository knows, and a submodule of a repository around it. */
function belongsTo(folder: string, top: string): boolean {
  if (isInside(top, folder)) return true;
  const known = textOrNothing(join(folder, 'gitdir')).trim();
  if (known !== '' && resolve(folder, known) === join(top, '.git')) return true;
  return upwards(top).some((above) => isInside(join(above, '.git', 'modules'), folder));
}
