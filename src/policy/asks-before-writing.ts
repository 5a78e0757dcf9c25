/** Paths that decide what runs later: hooks, tool config, coder's own files. Compared folded, also before they exist. */

import { foldPath } from '../base/files/fold-path.ts';
import { isBelow, shownPath } from '../base/files/paths.ts';

/** Below a workspace root; a trailing slash means the folder and all in it. */
const IN_WORKSPACE = [
  '.git/',
  '.coder/',
  '.husky/',
  '.claude/',
  '.agents/',
  '.vscode/',
  '.idea/',
  '.devcontainer/',
  '.github/workflows/',
  '.gitattributes',
  '.gitmodules',
  '.envrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.bashrc',
  '.profile',
  '.pre-commit-config.yaml',
  'agents.md',
  'claude.md',
];

const GIT_FOLDER = /(?:^|\/)\.git(?:\/|$)/;
const CODER_FOLDER = /(?:^|\/)\.coder(?:\/|$)/;

export function asksBeforeWriting(path: string, roots: readonly string[], home: string): boolean {
  const folded = foldPath(path);
  if (GIT_FOLDER.test(folded) || CODER_FOLDER.test(folded)) return true;
  return [...roots, home].some((root) => {
    if (!isBelow(foldPath(root), folded)) return false;
    const inner = shownPath(foldPath(root), folded);
    return IN_WORKSPACE.some((entry) =>
      entry.endsWith('/') ? `${inner}/`.startsWith(entry) : inner === entry || inner.endsWith(`/${entry}`),
    );
  });
}
