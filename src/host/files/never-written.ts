/** Paths inside a root that are never written, because they decide what git and coder themselves will run. */

import { foldName } from '../../base/files/fold-path.ts';

/** Parts of `.coder` that only hold data; everything else there controls coder itself. */
const CODER_DATA = new Set(['cache', 'skills', 'agents.md', 'memory.md']);
const GIT_FILES = new Set(['config', 'config.worktree', 'commondir', 'gitdir']);

/** `parts` are the path components below the root; they need not exist yet. */
export function isNeverWritten(parts: readonly string[]): boolean {
  const names = parts.map(foldName);
  return names.some((name, index) => {
    const below = names.slice(index + 1);
    if (name === '.git' || name === 'git~1') return isGitPolicy(below);
    if (name === '.coder') return !CODER_DATA.has(below[0] ?? '') && below.length > 0;
    return false;
  });
}

/** Submodules and worktrees keep whole repositories below `.git`; `.git` itself may be a file that points to one. */
function isGitPolicy(below: readonly string[]): boolean {
  return below.length === 0 || below.includes('hooks') || GIT_FILES.has(below.at(-1) ?? '');
}
