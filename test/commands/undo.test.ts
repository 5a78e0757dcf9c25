import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { runCommand } from '../fixtures/command-context.ts';
import { undoBench } from '../fixtures/undo-bench.ts';
import { undoContext } from '../fixtures/undo-context.ts';

test('SES-7 /undo shows the list, asks, undoes the turn and tells the model', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n', 'b.ts': 'b\n' } });
  bench.begin();
  await bench.write('a.ts', 'two\n');
  await bench.edit(['b.ts', 'c.ts'], () => {
    writeFileSync(bench.file('c.ts'), 'c\n');
    writeFileSync(bench.file('b.ts'), 'changed\n');
  });
  writeFileSync(bench.file('b.ts'), 'by hand\n');
  const { context, shown, told } = undoContext(bench.control);
  const view = await runCommand('undo', '', context);
  const kept = [
    { type: 'text', text: 'Left as it is:' },
    { type: 'list', items: ['b.ts: it has been changed since'] },
  ];
  assert.deepEqual(shown, [
    {
      title: 'Undo this turn',
      body: [{ type: 'list', items: ['would put back a.ts', 'would remove c.ts'] }, ...kept],
    },
  ]);
  assert.deepEqual(view, {
    title: 'Undid changes to 2 files. /redo restores them.',
    body: [{ type: 'list', items: ['put back a.ts', 'removed c.ts'] }, ...kept],
  });
  assert.deepEqual(told, ['The user undid your changes to a.ts, c.ts. Read these files again before you change them.']);
  assert.equal(readFileSync(bench.file('b.ts'), 'utf8'), 'by hand\n');
});

test('SES-7 /undo does nothing when the person says no', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n' } });
  bench.begin();
  await bench.write('a.ts', 'two\n');
  const { context, told } = undoContext(bench.control, false);
  assert.deepEqual(await runCommand('undo', '', context), { title: 'Nothing was undone.' });
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'two\n');
  assert.deepEqual(told, []);
});

test('SES-4 /undo N names each turn, and tells when fewer are left', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n' } });
  for (const text of ['2\n', '3\n']) {
    const turn = bench.begin();
    await bench.say(turn, `make it ${text}`);
    await bench.write('a.ts', text);
  }
  const { context, shown } = undoContext(bench.control);
  const view = await runCommand('undo', '5', context);
  assert.deepEqual(shown[0]?.body, [
    { type: 'text', text: 'make it 3' },
    { type: 'list', items: ['would put back a.ts'] },
    { type: 'text', text: 'make it 2' },
    { type: 'list', items: ['would put back a.ts'] },
    { type: 'text', text: 'Only 2 turns can still be undone.' },
  ]);
  assert.deepEqual('title' in view && view.title, 'Undid changes to 1 file. /redo restores them.');
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'one\n');
});

test('SES-4 H6 /undo reports that every file is refused, and how to continue', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n', 'b.ts': 'b\n' } });
  bench.begin();
  await bench.write('b.ts', 'c\n');
  bench.begin();
  await bench.write('a.ts', 'two\n');
  writeFileSync(bench.file('a.ts'), 'mine\n');
  const { context, shown } = undoContext(bench.control);
  assert.deepEqual(await runCommand('undo', '', context), {
    problem: {
      title: 'Nothing was undone: every file has changed since. /undo 2 continues with the turn before.',
      body: [
        { type: 'text', text: 'Left as it is:' },
        { type: 'list', items: ['a.ts: it has been changed since'] },
      ],
    },
  });
  assert.deepEqual(shown, []);
  await runCommand('undo', '2', context);
  assert.equal(readFileSync(bench.file('b.ts'), 'utf8'), 'b\n');
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'mine\n');
});

test('SES-4 /undo explains what it cannot do', async () => {
  await using bench = undoBench();
  assert.deepEqual(await runCommand('undo', '', undoContext(bench.control).context), {
    problem: { title: 'Nothing to undo: no turn of this session changed files, or the changes are no longer kept.' },
  });
  assert.deepEqual(await runCommand('undo', 'all', undoContext(bench.control).context), {
    problem: { title: '/undo takes a number of turns, such as /undo 2, not "all".' },
  });
});

test('OUT-7 a name with line feeds or escape codes stays one visible row of /undo, and one name for the model', async () => {
  await using bench = undoBench({ files: {} });
  bench.begin();
  await bench.write('a\nwould put back b.ts\u001b[2J', 'x\n');
  const { context, shown, told } = undoContext(bench.control);
  await runCommand('undo', '', context);
  const name = String.raw`a\nwould put back b.ts\e[2J`;
  assert.deepEqual(shown[0]?.body, [{ type: 'list', items: [`would remove ${name}`] }]);
  assert.deepEqual(told, [`The user undid your changes to ${name}. Read these files again before you change them.`]);
  const again = await runCommand('redo', '', context);
  assert.deepEqual('body' in again && again.body, [{ type: 'list', items: [`created again ${name}`] }]);
  assert.equal(told[1], `The user put your changes to ${name} back in place.`);
});
