import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../src/base/schema.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { errorOf, resultOf, toolContext } from '../fixtures/file-tools.ts';
import { gitTools } from './git-tools.ts';

test('TOOL git_commit commits the staged changes, with the exact message', async (t) => {
  const { commit, put, run } = await gitTools(t);
  put('b.txt', 'b');
  run('add', '.');
  const message = 'add b $(touch x) `id`\n\n# not a comment\n--amend';
  const { commit: made } = resultOf(await executeTool(commit, { message }, toolContext()));
  assert.equal(made, run('rev-parse', 'HEAD').trim());
  assert.equal(run('log', '-1', '--format=%B').trim(), message);
});

test('TOOL git_commit makes no commit if nothing is staged or the message is empty', async (t) => {
  const { commit, run } = await gitTools(t);
  const before = run('rev-parse', 'HEAD');
  assert.match(
    errorOf(await executeTool(commit, { message: 'x' }, toolContext())),
    /nothing to commit|working tree clean/,
  );
  assert.match(errorOf(await executeTool(commit, { message: ' \n' }, toolContext())), /^message is empty/);
  assert.equal(run('rev-parse', 'HEAD'), before);
});

test('TOOL git_commit runs the hooks, which cannot be bypassed, and cannot amend', async (t) => {
  const { commit, put, run, plant, hasRun } = await gitTools(t);
  plant('.git/hooks/post-commit');
  put('.git/hooks/pre-commit', '#!/bin/sh\necho "tests fail" >&2\nexit 1\n', 0o755);
  put('b.txt', 'b');
  run('add', 'b.txt');
  assert.match(errorOf(await executeTool(commit, { message: 'x' }, toolContext())), /tests fail/);
  assert.equal(hasRun(), false);
  put('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n', 0o755);
  resultOf(await executeTool(commit, { message: 'x' }, toolContext()));
  assert.equal(hasRun(), true);
  for (const extra of [{ amend: true }, { no_verify: true }])
    assert.equal(parse(commit.input, { message: 'x', ...extra }).ok, false);
});

test('C5 git_commit does not sign with a program set by the repository', async (t) => {
  const { commit, put, run, plant, hasRun } = await gitTools(t);
  run('config', 'commit.gpgSign', 'true');
  run('config', 'gpg.program', plant('evil.sh'));
  put('b.txt', 'b');
  run('add', 'b.txt');
  await executeTool(commit, { message: 'x' }, toolContext());
  assert.equal(hasRun(), false);
});
