import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeTool } from '../../src/protocol/tool.ts';
import { errorOf, resultOf, toolContext } from '../fixtures/file-tools.ts';
import { gitTools } from './git-tools.ts';

test('TOOL git_status shows branch and changes, whatever the names', async (t) => {
  const { status, put, run } = await gitTools(t);
  assert.deepEqual(resultOf(await executeTool(status, {}, toolContext())), {
    commit: run('rev-parse', 'HEAD').trim(),
    branch: 'main',
    clean: true,
    files: [],
    truncated: false,
  });
  put('moved from.txt', 'some text that is long enough to be found again\n');
  put('gone.txt', 'x\n');
  run('add', '.');
  run('commit', '-q', '-m', 'second');
  run('mv', 'moved from.txt', 'moved to.txt');
  run('rm', '-q', '--cached', 'gone.txt');
  put('a.txt', 'changed\n');
  put('new\nline é.txt', 'x');
  put('staged.txt', 'x');
  run('add', 'staged.txt');
  const outcome = await executeTool(status, {}, toolContext());
  assert.deepEqual(resultOf(outcome)['files'], [
    { state: '.M', path: 'a.txt' },
    { state: 'D.', path: 'gone.txt' },
    { state: 'R.', path: 'moved to.txt', from: 'moved from.txt' },
    { state: 'A.', path: 'staged.txt' },
    { state: '??', path: 'gone.txt' },
    { state: '??', path: 'new\nline é.txt' },
  ]);
  assert.deepEqual(status.view({}, outcome).body?.[0], {
    type: 'list',
    items: ['.M a.txt', 'D. gone.txt', 'R. moved to.txt', 'A. staged.txt', '?? gone.txt', '?? new\nline é.txt'],
  });
});

test('TOOL git_status outside a repository is a friendly refusal', async (t) => {
  const { status } = await gitTools(t, { init: false });
  assert.match(errorOf(await executeTool(status, {}, toolContext())), /^not a git repository: .*git init/);
});

test('TOOL git_status leaves the index alone', async (t) => {
  const { status, put, run } = await gitTools(t);
  const before = run('ls-files', '--debug');
  put('a.txt', 'one\n'); // the same bytes at another time: a refresh would record it
  await executeTool(status, {}, toolContext());
  assert.equal(run('ls-files', '--debug'), before);
});
