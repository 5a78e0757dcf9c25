/** Short answers from git: the last commit, the branch, the authors. */

import { isPlainObject } from '../../base/schema.ts';
import { bullets, clipLines, code, count, fence } from '../markdown.ts';
import { listField, textField } from '../results.ts';
import { done, type Report, type Scene, type Script } from '../scene.ts';
import { runCommand } from './run.ts';
import { trouble } from './trouble.ts';

const DIFF_LINES = 100;
const LOG_LIMIT = 200;

export function* showLastCommit(scene: Scene): Script {
  const { say } = scene;
  const commits = yield* readLog(2, scene);
  if (!Array.isArray(commits)) return commits;
  const [last, before] = commits;
  if (!last) return done(say('There are no commits yet.', '还没有任何提交。'));
  const [subject = '', ...body] = textField(last, 'message').trim().split('\n');
  const head = `${code(textField(last, 'commit').slice(0, 8))} **${subject}** — ${textField(last, 'author')}, ${textField(last, 'date').slice(0, 10)}`;
  const parts = [head, body.join('\n').trim()];
  if (!before) parts.push(say('It is the first commit of this repository.', '这是仓库的第一次提交。'));
  else if (scene.can('git_diff')) {
    const args = { revision: `${textField(before, 'commit')}..${textField(last, 'commit')}` };
    const diff = yield { tool: 'git_diff', args, thinking: say('And what did it change?', '它改了什么？') };
    const text = diff.status === 'ok' ? textField(diff.result, 'diff') : '';
    const { text: shown, left } = clipLines(text, 'start', DIFF_LINES);
    if (text !== '') parts.push(fence(shown, 'diff'));
    if (left > 0) parts.push(say(`… ${left} more lines.`, `……还有 ${left} 行。`));
  }
  return done(parts.filter((part) => part !== '').join('\n\n'));
}

export function* showAuthors(scene: Scene): Script {
  const { say } = scene;
  const commits = yield* readLog(LOG_LIMIT, scene);
  if (!Array.isArray(commits)) return commits;
  if (commits.length === 0) return done(say('There are no commits yet.', '还没有任何提交。'));
  const authors = [...Map.groupBy(commits, (commit) => textField(commit, 'author'))].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const rows = authors.map(([author, list]) =>
    say(`${author} — ${count(list.length, 'commit')}`, `${author} — ${list.length} 次提交`),
  );
  const head =
    commits.length < LOG_LIMIT
      ? say('By the commits:', '按提交统计：')
      : say(`By the last ${LOG_LIMIT} commits:`, `按最近 ${LOG_LIMIT} 次提交统计：`);
  return done(`${head}\n\n${bullets(rows)}`);
}

export function* showBranch(scene: Scene): Script {
  const { say } = scene;
  if (!scene.can('git_status')) return yield* runCommand('git branch --show-current', scene);
  const outcome = yield { tool: 'git_status', args: {}, thinking: say('git knows the branch.', '用 git 查看分支。') };
  if (outcome.status !== 'ok') return trouble(outcome, 'git_status', say('asking git', '查询 git'), scene);
  const changed = listField(outcome.result, 'files').length;
  const branch = code(textField(outcome.result, 'branch'));
  return done(
    changed === 0
      ? say(`You are on ${branch}; the working tree is clean.`, `当前在 ${branch} 分支，工作区是干净的。`)
      : say(
          `You are on ${branch}; ${count(changed, 'file')} changed.`,
          `当前在 ${branch} 分支，有 ${changed} 个文件改动。`,
        ),
  );
}

function* readLog(limit: number, scene: Scene): Script<Record<string, unknown>[] | Report> {
  const { say } = scene;
  if (!scene.can('git_log')) return yield* runCommand(`git log --stat -${limit}`, scene);
  const outcome = yield { tool: 'git_log', args: { limit }, thinking: say('The log tells.', '查看提交记录。') };
  if (outcome.status !== 'ok') return trouble(outcome, 'git_log', say('asking git', '查询 git'), scene);
  return listField(outcome.result, 'commits').flatMap((commit) => (isPlainObject(commit) ? [commit] : []));
}
