/** `git_commit`: commits the staged changes, running the repository's hooks as for a person. */

import { type Infer, object, string } from '../base/schema.ts';
import type { Git } from '../host/git/git.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { field } from './for-model/plain-text.ts';
import { gitView } from './git/git-view.ts';

export interface GitCommitDeps {
  git: Git;
}

const input = object({ message: string() });
type Args = Infer<typeof input>;

export function gitCommitTool({ git }: GitCommitDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'git_commit',
    description: 'Commit what is staged.',
    input,
    effect: 'edit',
    permission: 'git',
    async execute({ message }, { signal }) {
      if (message.trim() === '') return failed('message is empty: say what the commit does.');
      const done = await git.change(
        ['commit', '--file=-', '--cleanup=whitespace'],
        { hooks: true, input: message },
        signal,
      );
      if (done.status !== 'ok') return done;
      const head = await git.read(['rev-parse', 'HEAD'], signal);
      return head.status === 'ok' ? ok({ commit: head.stdout.trim(), summary: done.stdout.trim() }) : head;
    },
    forModel: field('summary'),
    view: ({ message }, outcome) =>
      gitView(`commit ${message.split('\n', 1)[0]}`, outcome, ({ summary }) => ({
        type: 'text',
        text: String(summary),
      })),
  });
}
