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
  '.cursor/',
  '.windsurf/',
  '.codex/',
  '.gemini/',
  '.continue/',
  '.vscode/',
  '.idea/',
  '.fleet/',
  '.kiro/',
  '.roo/',
  '.amazonq/',
  '.opencode/',
  'opencode.json',
  'opencode.jsonc',
  '.zed/',
  '.devcontainer/',
  '.devcontainer.json',
  '.github/workflows/',
  '.github/actions/',
  '.github/copilot-instructions.md',
  '.github/instructions/',
  '.github/prompts/',
  '.gitlab-ci.yml',
  '.circleci/',
  '.travis.yml',
  '.buildkite/',
  '.woodpecker/',
  '.woodpecker.yml',
  '.drone.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'appveyor.yml',
  '.appveyor.yml',
  'jenkinsfile',
  '.gitattributes',
  '.gitmodules',
  '.gitconfig',
  '.envrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn/releases/',
  '.yarn/plugins/',
  '.pnpmfile.cjs',
  'bunfig.toml',
  '.mcp.json',
  'mcp.json',
  'mise.toml',
  '.mise.toml',
  '.mise/',
  '.tool-versions',
  'rust-toolchain',
  'rust-toolchain.toml',
  '.cargo/config',
  '.cargo/config.toml',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.inputrc',
  '.vimrc',
  '.exrc',
  '.nvimrc',
  '.nvim.lua',
  '.gdbinit',
  '.lldbinit',
  '.xprofile',
  '.xinitrc',
  '.direnv/',
  '.tmux.conf',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.lefthook.yml',
  'agents.md',
  'agents.override.md',
  'claude.md',
  'claude.local.md',
  'gemini.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.clinerules/',
  '.aider.conf.yml',
];

const GIT_FOLDER = /(?:^|\/)\.git(?:\/|$)/;
const CODER_FOLDER = /(?:^|\/)\.coder(?:\/|$)/;
/** Programs that are run by their bare name. */
const PROGRAM_FOLDER = /(?:^|\/)(?:node_modules\/\.bin|\.venv\/bin|venv\/bin)\/./;
/** A worktree that coder made lies in coder's folder and is a project like any other: what is in it counts, not where it is. */
const OWN_WORKTREE = /\/\.coder\/worktrees\/[0-9a-f]{16}\/[^/.][^/]*(?:\/|$)/;
const ELSEWHERE = '/worktree';
/** Where the home folder itself is a root: what programs read when they start. */
const IN_HOME = ['.config/', '.local/bin/', '.ssh/', '.gnupg/', 'bin/', 'library/launchagents/'];

export function asksBeforeWriting(path: string, roots: readonly string[], home: string): boolean {
  const folded = foldPath(path);
  const own = roots.map(foldPath).find((root) => OWN_WORKTREE.test(root) && isBelow(root, folded));
  if (own !== undefined) return asksBeforeWriting(`${ELSEWHERE}/${shownPath(own, folded)}`, [ELSEWHERE], home);
  if (GIT_FOLDER.test(folded) || CODER_FOLDER.test(folded) || PROGRAM_FOLDER.test(folded)) return true;
  return [...roots, home].some((root) => {
    if (!isBelow(foldPath(root), folded)) return false;
    const inner = shownPath(foldPath(root), folded);
    const isHome = roots.includes(home) && root === home;
    return [...IN_WORKSPACE, ...(isHome ? IN_HOME : [])].some((entry) =>
      entry.endsWith('/') ? `${inner}/`.startsWith(entry) : inner === entry || inner.endsWith(`/${entry}`),
    );
  });
}
