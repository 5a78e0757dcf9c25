/** `git_log`: lists the latest commits. */

import { type Infer, integer, object, optional, string } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Git } from '../host/git/git.ts';
import { defineTool, ok, type Tool } from '../protocol/tool.ts';
import { rows, said } from './for-model/plain-text.ts';
import { gitView, REVISION } from './git/git-view.ts';

export interface GitLogDeps {
  git: Git;
  workspace: Workspace;
}

const STANDARD_COUNT = 20;

const input = object({
  limit: optional(integer(undefined, { min: 1, max: 200 })),
  path: optional(string()),
  revision: optional(string('Commit or range', REVISION)),
});
type Args = Infer<typeof input>;

export function gitLogTool({ git, workspace }: GitLogDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'git_log',
    description: 'Latest commits.',
    input,
    effect: 'read',
    permission: 'read',
    paths: ({ path }) => (path === undefined ? [] : [{ path, access: 'read' }]),
    async execute({ limit = STANDARD_COUNT, path, revision }, { signal }) {
      const place = path === undefined ? undefined : await workspace.inside(path);
      const answer = await git.read(
        [
          'log',
          '-z',
          `--max-count=${limit}`,
          '--no-show-signature',
          '--format=%H%n%an%n%aI%n%B',
          ...(revision === undefined ? [] : [revision]),
          '--',
          ...(place ? [place.absolute] : []),
        ],
        signal,
      );
      if (answer.status === 'ok') return ok({ commits: parseLog(answer.stdout), truncated: answer.truncated });
      return answer.error.includes('does not have any commits yet') ? ok({ commits: [] }) : answer;
    },
    forModel: said(({ commits, truncated }) => rows((commits as Commit[]).map(commitRow), 'no commits', truncated)),
    view: ({ path, revision }, outcome) =>
      gitView(['log', revision ?? '', path ?? ''].filter(Boolean).join(' '), outcome, ({ commits }) => ({
        type: 'list',
        items: (commits as Commit[]).map(({ commit, message }) => `${commit.slice(0, 8)} ${message.split('\n', 1)[0]}`),
      })),
  });
}

function commitRow({ commit, author, date, message }: Commit): string {
  const [subject = '', ...body] = message.split('\n');
  const rest = body.join('\n').trim();
  return `${commit.slice(0, 9)} ${date.slice(0, 10)} ${author}: ${subject}${rest === '' ? '' : `\n${rest}`}`;
}

interface Commit {
  commit: string;
  author: string;
  date: string;
  message: string;
}

function parseLog(text: string): Commit[] {
  return text.split('\0').flatMap((record) => {
    const [commit = '', author = '', date = '', ...message] = record.split('\n');
    return commit === '' ? [] : [{ commit, author, date, message: message.join('\n').trim() }];
  });
}
