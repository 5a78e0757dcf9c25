/** `git_add`: stages files for the next commit. */

import { array, type Infer, object, string } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Git } from '../host/git/git.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { said } from './for-model/plain-text.ts';
import { gitView } from './git/git-view.ts';

export interface GitAddDeps {
  git: Git;
  workspace: Workspace;
}

const input = object({ paths: array(string()) });
type Args = Infer<typeof input>;

export function gitAddTool({ git, workspace }: GitAddDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'git_add',
    description: 'Stage files.',
    input,
    effect: 'edit',
    permission: 'git',
    paths: ({ paths }) => paths.map((path) => ({ path, access: 'read' })),
    async execute({ paths }, { signal }) {
      if (paths.length === 0) return failed('paths is empty: name the files to stage, or "." for all.');
      for (const path of paths) await workspace.inside(path);
      const added = await git.change(['add', '--', ...paths], { hooks: false }, signal);
      if (added.status !== 'ok') return added;
      const staged = await git.read(['diff', '--cached', '--name-only', '-z', '--no-ext-diff'], signal);
      return staged.status === 'ok' ? ok({ staged: staged.stdout.split('\0').filter(Boolean) }) : staged;
    },
    forModel: said(({ staged }) => `staged: ${(staged as string[]).join(', ')}`),
    view: ({ paths }, outcome) =>
      gitView(`add ${paths.join(' ')}`, outcome, ({ staged }) => ({ type: 'list', items: staged as string[] })),
  });
}
