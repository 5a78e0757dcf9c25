import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../src/base/schema.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { errorOf, resultOf, toolContext } from '../fixtures/file-tools.ts';
import { gitTools } from './git-tools.ts';

test('TOOL git_diff shows the working tree, the index, a revision, a path', async (t) => {
  const { diff, put, run } = await gitTools(t);
  const of = async (args: Parameters<typeof diff.execute>[0]) =>
    String(resultOf(await executeTool(diff, args, toolContext()))['diff']);
  assert.equal(await of({}), '');
  put('a.txt', 'two\n');
  put('b.txt', 'b\n');
  run('add', 'b.txt');
  assert.match(await of({}), /^diff --git a\/a\.txt b\/a\.txt\n[\s\S]*-one\n\+two\n$/);
  assert.match(await of({ staged: true }), /^diff --git a\/b\.txt b\/b\.txt\n/);
  assert.doesNotMatch(await of({ revision: 'HEAD', path: 'b.txt' }), /a\.txt/);
  assert.match(await of({ revision: 'HEAD' }), /a\.txt[\s\S]*b\.txt/);
});

test("TOOL git_diff is the same whatever the user's diff settings", async (t) => {
  const { diff, put, run } = await gitTools(t);
  for (const [key, value] of [
    ['diff.noprefix', 'true'],
    ['color.ui', 'always'],
    ['diff.mnemonicPrefix', 'true'],
  ]) {
    run('config', String(key), String(value));
  }
  put('a.txt', 'two\n');
  assert.match(
    String(resultOf(await executeTool(diff, {}, toolContext()))['diff']),
    /^diff --git a\/a\.txt b\/a\.txt\n/,
  );
});

test('TOOL-2 git_diff accepts no path outside and no option as a revision', async (t) => {
  const { diff } = await gitTools(t);
  assert.match(errorOf(await executeTool(diff, { path: '../x' }, toolContext())), /^path outside workspace/);
  for (const revision of ['--output=x', '-O./evil', 'a b', ''])
    assert.equal(parse(diff.input, { revision }).ok, false, revision);
  assert.match(errorOf(await executeTool(diff, { revision: 'no-such-branch' }, toolContext())), /no-such-branch/);
});

test('TOOL git_diff cuts a huge diff', async (t) => {
  const { diff, put } = await gitTools(t);
  put('a.txt', 'line\n'.repeat(200_000));
  const result = resultOf(await executeTool(diff, {}, toolContext()));
  assert.equal(result['truncated'], true);
  assert.ok(String(result['diff']).length < 300_000);
});
