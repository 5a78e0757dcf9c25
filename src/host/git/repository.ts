/** Finds the repository that a folder is in, and resolves a commit from any of its names. */

import type { Git } from './git.ts';
import { commonFolderOf, gitFolderOf, repositoryTop } from './git-folder.ts';
import { headCommit } from './own-files.ts';

/** `top` is the work tree, `common` the git folder that all work trees share. */
export function repositoryAt(folder: string): { top: string; common: string } | undefined {
  const top = repositoryTop(folder);
  const gitFolder = top === undefined ? undefined : gitFolderOf(top);
  return top === undefined || gitFolder === undefined ? undefined : { top, common: commonFolderOf(gitFolder) };
}

/** The error is worded for a person. */
export async function resolveCommit(
  git: Git,
  cwd: string,
  base: string,
  signal: AbortSignal,
): Promise<{ ok: true; sha: string } | { ok: false; error: string }> {
  const known = base === 'HEAD' ? headCommit(cwd) : undefined;
  if (known !== undefined) return { ok: true, sha: known };
  const found = await git.read(['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`], signal);
  if (found.status === 'ok') return { ok: true, sha: found.stdout.trim() };
  const why = found.isSilent ? '' : ` (${found.error})`;
  const nothingYet = base === 'HEAD' ? 'this repository has no commit yet: commit something first' : undefined;
  return { ok: false, error: `${nothingYet ?? `cannot read the base ${base}: no such commit here`}${why}` };
}
