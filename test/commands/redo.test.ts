import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { runCommand } from '../fixtures/command-context.ts';
import { undoBench } from '../fixtures/undo-bench.ts';
import { undoContext } from '../fixtures/undo-context.ts';

test('SES-4 /redo reverts the last undo and tells the model', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n' } });
  bench.begin();
  await bench.write('a.ts', 'two\n');
  await bench.control.undo(1);
  const { context, told } = undoContext(bench.control);
  assert.deepEqual(await runCommand('redo', '', context), {
    title: 'Redid changes to 1 file.',
    body: [{ type: 'list', items: ['changed again a.ts'] }],
  });
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'two\n');
  assert.deepEqual(told, ['The user put your changes to a.ts back in place.']);
});

test('SES-4 H6 /redo refuses files that were changed since, and reports if there is nothing to redo', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n' } });
  const { context, told } = undoContext(bench.control);
  const nothing = { problem: { title: 'Nothing to redo: nothing was undone, or files have changed since.' } };
  assert.deepEqual(await runCommand('redo', '', context), nothing);
  bench.begin();
  await bench.write('a.ts', 'two\n');
  await bench.control.undo(1);
  writeFileSync(bench.file('a.ts'), 'mine\n');
  assert.deepEqual(await runCommand('redo', '', context), {
    problem: {
      title: 'Nothing was redone: every file has changed since.',
      body: [
        { type: 'text', text: 'Left as it is:' },
        { type: 'list', items: ['a.ts: it has been changed since'] },
      ],
    },
  });
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'mine\n');
  assert.deepEqual(told, []);
});
