/** `git_diff`: shows changes as a unified diff. */

import { boolean, type Infer, object, optional, string } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Git } from '../host/git/git.ts';
import { defineTool, ok, type Tool } from '../protocol/tool.ts';
import { rows, said } from './for-model/plain-text.ts';
import { gitView, REVISION } from './git/git-view.ts';

export interface GitDiffDeps {
  git: Git;
  workspace: Workspace;
}

const input = object({
  path: optional(string()),
  staged: optional(boolean()),
  revision: optional(string('Commit or range', REVISION)),
});
type Args = Infer<typeof input>;

export function gitDiffTool({ git, workspace }: GitDiffDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'git_diff',
    description: 'Unified diff of uncommitted changes, or of a revision.',
    input,
    effect: 'read',
    permission: 'read',
    paths: ({ path }) => (path === undefined ? [] : [{ path, access: 'read' }]),
    async execute({ path, staged, revision }, { signal }) {
      const place = path === undefined ? undefined : await workspace.inside(path);
      const answer = await git.read(
        [
          'diff',
          '--no-ext-diff',
          '--no-textconv',
          '--no-color',
          '--src-prefix=a/',
          '--dst-prefix=b/',
          ...(staged ? ['--cached'] : []),
          ...(revision === undefined ? [] : [revision]),
          '--',
          ...(place ? [place.absolute] : []),
        ],
        signal,
      );
      if (answer.status !== 'ok') return answer;
      return ok({ diff: answer.stdout, truncated: answer.truncated });
    },
    forModel: said(({ diff, truncated }) =>
      rows(diff === '' ? [] : [String(diff).trimEnd()], 'no difference', truncated),
    ),
    view: ({ path, staged, revision }, outcome) =>
      gitView(
        ['diff', staged ? 'staged' : '', revision ?? '', path ?? ''].filter(Boolean).join(' '),
        outcome,
        ({ diff }) =>
          diff === ''
            ? { type: 'text', text: 'no difference', fact: { is: 'no-difference' } }
            : { type: 'diff', diff: String(diff) },
      ),
  });
}
