/** What git knows of the project, and a commit of all of it. */

import { isPlainObject } from '../../base/schema.ts';
import type { GitView } from '../intent.ts';
import { bullets, clipLines, code, count, fence } from '../markdown.ts';
import { listField, textField } from '../results.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { showAuthors, showBranch, showLastCommit } from './git-facts.ts';
import { runCommand, shellQuote } from './run.ts';
import { trouble } from './trouble.ts';

const DIFF_LINES = 120;
const SHOWN_COMMITS = 15;

export function* showGit(show: GitView, scene: Scene): Script {
  if (show === 'last') return yield* showLastCommit(scene);
  if (show === 'authors') return yield* showAuthors(scene);
  if (show === 'branch') return yield* showBranch(scene);
  if (show === 'log') return yield* showLog(scene);
  if (show === 'diff') return yield* showDiff(scene);
  return yield* showStatus(scene, show === 'changes');
}

export function* commitAll(message: string | undefined, scene: Scene): Script {
  const { say } = scene;
  if (message === undefined)
    return stuck(
      say(
        'Which message should the commit have? Say `commit with message "…"`.',
        '提交信息写什么？请说：提交，信息是 “…”。',
      ),
    );
  if (!scene.can('git_add') || !scene.can('git_commit'))
    return yield* runCommand(`git add -A && git commit -m ${shellQuote(message)}`, scene);
  const added = yield {
    tool: 'git_add',
    args: { paths: ['.'] },
    thinking: say('First I stage all changes.', '先暂存所有改动。'),
  };
  if (added.status !== 'ok') return trouble(added, 'git_add', say('staging the changes', '暂存改动'), scene);
  const outcome = yield { tool: 'git_commit', args: { message }, thinking: say('Now the commit.', '现在提交。') };
  if (outcome.status !== 'ok') return trouble(outcome, 'git_commit', say('committing', '提交'), scene);
  const commit = textField(outcome.result, 'commit').slice(0, 8);
  return done(say(`Committed ${code(commit)}: ${message}`, `已提交 ${code(commit)}：${message}`));
}

function* showStatus(scene: Scene, withDiff: boolean): Script {
  const { say } = scene;
  if (!scene.can('git_status')) return yield* runCommand('git status --short --branch', scene);
  const outcome = yield {
    tool: 'git_status',
    args: {},
    thinking: say('git knows what changed.', '用 git 看看改了什么。'),
  };
  if (outcome.status !== 'ok') return trouble(outcome, 'git_status', say('asking git', '查询 git'), scene);

  const files = listField(outcome.result, 'files').flatMap((file) =>
    isPlainObject(file) ? [{ state: textField(file, 'state'), path: textField(file, 'path') }] : [],
  );
  const branch = textField(outcome.result, 'branch');
  const on = branch === '' ? '' : say(` on ${code(branch)}`, `（分支 ${code(branch)}）`);
  if (files.length === 0)
    return done(say(`Nothing has changed${on}: the working tree is clean.`, `没有改动${on}：工作区是干净的。`));
  const head = say(`**${count(files.length, 'file')} changed**${on}:`, `**${files.length} 个文件有改动**${on}：`);
  const rows = bullets(files.slice(0, 40).map(({ state, path }) => `${code(path)} — ${stateName(state, say)}`));
  if (!withDiff || !scene.can('git_diff')) return done(`${head}\n\n${rows}`);
  const diff = yield { tool: 'git_diff', args: {}, thinking: say('And what exactly?', '具体改了哪些行？') };
  const text = diff.status === 'ok' ? textField(diff.result, 'diff') : '';
  return done(
    [head, rows, ...(text === '' ? [] : [fence(clipLines(text, 'start', DIFF_LINES).text, 'diff')])].join('\n\n'),
  );
}

function* showDiff(scene: Scene): Script {
  const { say } = scene;
  if (!scene.can('git_diff')) return yield* runCommand('git diff', scene);
  const outcome = yield {
    tool: 'git_diff',
    args: {},
    thinking: say('The diff of the working tree.', '查看工作区的差异。'),
  };
  if (outcome.status !== 'ok') return trouble(outcome, 'git_diff', say('asking git', '查询 git'), scene);
  const diff = textField(outcome.result, 'diff');
  if (diff === '')
    return done(
      say(
        'No difference: nothing was changed, or it is all staged or untracked.',
        '没有差异：没有改动，或者都已暂存、未跟踪。',
      ),
    );
  const files = [...diff.matchAll(/^diff --git /gm)].length;
  const added = [...diff.matchAll(/^\+(?!\+\+)/gm)].length;
  const removed = [...diff.matchAll(/^-(?!--)/gm)].length;
  const { text, left } = clipLines(diff, 'start', DIFF_LINES);
  const head = say(`${count(files, 'file')}, +${added} −${removed}:`, `${files} 个文件，+${added} −${removed}：`);
  const rest = left > 0 ? `\n\n${say(`… ${left} more lines.`, `……还有 ${left} 行。`)}` : '';
  return done(`${head}\n\n${fence(text, 'diff')}${rest}`);
}

function* showLog(scene: Scene): Script {
  const { say } = scene;
  if (!scene.can('git_log')) return yield* runCommand('git log --oneline -15', scene);
  const outcome = yield { tool: 'git_log', args: {}, thinking: say('The latest commits.', '查看最近的提交。') };
  if (outcome.status !== 'ok') return trouble(outcome, 'git_log', say('asking git', '查询 git'), scene);
  const commits = listField(outcome.result, 'commits').flatMap((commit) => (isPlainObject(commit) ? [commit] : []));
  if (commits.length === 0) return done(say('There are no commits yet.', '还没有任何提交。'));
  const rows = commits.slice(0, SHOWN_COMMITS).map((commit) => {
    const subject = textField(commit, 'message').split('\n')[0] ?? '';
    return `${code(textField(commit, 'commit').slice(0, 8))} ${subject} — ${textField(commit, 'author')}, ${textField(commit, 'date').slice(0, 10)}`;
  });
  return done(
    `${say(rows.length === 1 ? 'The only commit:' : `The last ${rows.length} commits:`, `最近 ${rows.length} 次提交：`)}\n\n${bullets(rows)}`,
  );
}

function stateName(state: string, say: Scene['say']): string {
  if (state.includes('?')) return say('new, not tracked', '新文件，未跟踪');
  if (state.includes('A')) return say('added', '新增');
  if (state.includes('D')) return say('deleted', '删除');
  if (state.includes('R')) return say('renamed', '重命名');
  if (state.includes('U')) return say('in conflict', '有冲突');
  return say('modified', '修改');
}
