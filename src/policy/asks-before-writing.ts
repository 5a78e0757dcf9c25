/** Paths that decide what runs later: hooks, tool configuration, coder's own files. Compared case-folded, even before they exist. */

import { foldPath } from '../base/files/fold-path.ts';
import { isBelow, shownPath } from '../base/files/paths.ts';

/** Relative to a workspace root. A trailing slash means the folder and everything in it. */
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
/** Folders whose programs are run by their bare name. */
const PROGRAM_FOLDER = /(?:^|\/)(?:node_modules\/\.bin|\.venv\/bin|venv\/bin)\/./;
/** A worktree that coder created lies in coder's folder but is an ordinary project, so paths are judged relative to the worktree. */
const OWN_WORKTREE = /\/\.coder\/worktrees\/[0-9a-f]{16}\/[^/.][^/]*(?:\/|$)/;
const ELSEWHERE = '/worktree';
/** Applied only if the home folder itself is a root: files that programs read when they start. */
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
