import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { executeTool } from '../../src/protocol/tool.ts';
import { errorOf, resultOf, toolContext } from '../fixtures/file-tools.ts';
import { gitTools } from './git-tools.ts';

test('TOOL git_add stages the named files, deletions too, and takes names literally', async (t) => {
  const { add, put, root } = await gitTools(t);
  put('*.txt', 'star');
  put('b.txt', 'b');
  assert.deepEqual(resultOf(await executeTool(add, { paths: ['*.txt'] }, toolContext())), { staged: ['*.txt'] });
  rmSync(join(root, 'a.txt'));
  assert.deepEqual(resultOf(await executeTool(add, { paths: ['.'] }, toolContext())), {
    staged: ['*.txt', 'a.txt', 'b.txt'],
  });
});

test('TOOL-2 git_add accepts nothing outside, nothing missing and no option', async (t) => {
  const { add } = await gitTools(t);
  const errorFor = async (...paths: string[]) => errorOf(await executeTool(add, { paths }, toolContext()));
  assert.match(await errorFor('../x'), /^path outside workspace/);
  assert.match(await errorFor('none.txt'), /did not match any files/);
  assert.match(await errorFor('--force'), /did not match any files/);
  assert.match(await errorFor(), /^paths is empty/);
});

test('MODE-3 adding and committing are edits under the git permission', async (t) => {
  const { add, commit, status } = await gitTools(t);
  assert.deepEqual(
    [add, commit, status].map(({ effect, permission }) => [effect, permission]),
    [
      ['edit', 'git'],
      ['edit', 'git'],
      ['read', 'read'],
    ],
  );
});
