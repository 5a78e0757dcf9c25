import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeTool } from '../../src/protocol/tool.ts';
import { resultOf, toolContext } from '../fixtures/file-tools.ts';
import { gitTools } from './git-tools.ts';

interface Commit {
  commit: string;
  author: string;
  date: string;
  message: string;
}

test('TOOL git_log lists commits, newest first, limited and by path', async (t) => {
  const { log, put, run } = await gitTools(t);
  put('b.txt', 'b');
  run('add', '.');
  run('commit', '-q', '-m', 'second\n\nwith a body');
  const of = async (args: Parameters<typeof log.execute>[0]) =>
    resultOf(await executeTool(log, args, toolContext()))['commits'] as Commit[];
  const [second, first] = await of({});
  assert.deepEqual([second?.message, second?.author, first?.message], ['second\n\nwith a body', 'Test', 'first']);
  assert.match(second?.commit ?? '', /^[0-9a-f]{40}$/);
  assert.ok(!Number.isNaN(Date.parse(second?.date ?? '')));
  assert.equal((await of({ limit: 1 })).length, 1);
  assert.deepEqual(
    (await of({ path: 'a.txt' })).map(({ message }) => message),
    ['first'],
  );
  assert.deepEqual(
    (await of({ revision: 'HEAD~1' })).map(({ message }) => message),
    ['first'],
  );
});

test('TOOL git_log of a repository without commits is empty', async (t) => {
  const { log, run } = await gitTools(t, { init: false });
  run('init', '-q');
  assert.deepEqual(resultOf(await executeTool(log, {}, toolContext())), { commits: [] });
});

test('TOOL git_log is drawn as one line per commit', async (t) => {
  const { log, run } = await gitTools(t);
  const outcome = await executeTool(log, {}, toolContext());
  const head = run('rev-parse', 'HEAD').slice(0, 8);
  assert.deepEqual(log.view({}, outcome), { title: 'log', body: [{ type: 'list', items: [`${head} first`] }] });
});
