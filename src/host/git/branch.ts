/** The branch that is checked out, read off the repository's own file: git is not run for it. */

import { join } from 'node:path';
import { gitFolderOf, repositoryTop, statOrNothing, textOrNothing } from './git-folder.ts';

const LONGEST_HEAD = 1000;

/** `undefined` outside a repository, and where no branch is checked out. */
export function currentBranch(cwd: string): string | undefined {
  const top = repositoryTop(cwd);
  const folder = top === undefined ? undefined : gitFolderOf(top);
  const head = folder === undefined ? undefined : join(folder, 'HEAD');
  const stats = head === undefined ? undefined : statOrNothing(head);
  if (head === undefined || !stats?.isFile() || stats.size > LONGEST_HEAD) return undefined;
  return /^ref: refs\/heads\/([\w./-]{1,100})\s*$/.exec(textOrNothing(head))?.[1];
}
