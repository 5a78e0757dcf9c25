/** Paths that decide what runs later: hooks, tool config, coder's own files. Compared folded, also before they exist. */

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

export function isProtectedPath(path: string, roots: readonly string[], home: string): boolean {
  const folded = fold(path);
  if (GIT_FOLDER.test(folded) || CODER_FOLDER.test(folded)) return true;
  return [...roots, home].some((root) => {
    if (!isBelow(fold(root), folded)) return false;
    const inner = shownPath(fold(root), folded);
    return IN_WORKSPACE.some((entry) =>
      entry.endsWith('/') ? `${inner}/`.startsWith(entry) : inner === entry || inner.endsWith(`/${entry}`),
    );
  });
}

/** Case, composed forms and invisible characters do not make another file on every disk. */
function fold(path: string): string {
  return path
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .toLowerCase();
}
