/** Finds the repository that a folder is in, and resolves a commit from any of its names. */

import { type NamedText, named } from '../../base/named-text.ts';
import type { Git } from './git.ts';
import { commonFolderOf, gitFolderOf, repositoryTop } from './git-folder.ts';
import { headCommit } from './own-files.ts';

/** `top` is the work tree, `common` the git folder that all work trees share. */
export function repositoryAt(folder: string): { top: string; common: string } | undefined {
  const top = repositoryTop(folder);
  const gitFolder = top === undefined ? undefined : gitFolderOf(top);
  return top === undefined || gitFolder === undefined ? undefined : { top, common: commonFolderOf(gitFolder) };
}

export async function resolveCommit(
  git: Git,
  cwd: string,
  base: string,
  signal: AbortSignal,
): Promise<{ ok: true; sha: string } | { ok: false; error: NamedText }> {
  const known = base === 'HEAD' ? headCommit(cwd) : undefined;
  if (known !== undefined) return { ok: true, sha: known };
  const found = await git.read(['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`], signal);
  if (found.status === 'ok') return { ok: true, sha: found.stdout.trim() };
  const why = found.isSilent ? '' : ` (${found.error})`;
  const error =
    base === 'HEAD'
      ? named('noCommitYet', `this repository has no commit yet: commit something first${why}`, why)
      : named('noSuchCommit', `cannot read the base ${base}: no such commit here${why}`, base, why);
  return { ok: false, error };
}
