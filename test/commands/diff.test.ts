import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { runCommand } from '../fixtures/command-context.ts';
import { undoBench } from '../fixtures/undo-bench.ts';
import { undoContext } from '../fixtures/undo-context.ts';

test('SES-5 /diff shows a summary, /diff full and /diff PATH show the lines', async () => {
  await using bench = undoBench({
    git: true,
    files: { 'a.ts': 'one\ntwo\n', 'dir/long-name.ts': 'x\n', 'hand.ts': '1\n' },
  });
  await bench.session.append({ type: 'start', version: 1, session: 's', cwd: bench.root, coder: '0' });
  const { context } = undoContext(bench.control);
  assert.deepEqual(await runCommand('diff', '', context), { title: 'No changes since the session began.' });
  bench.begin();
  await bench.write('a.ts', 'one\n2\n3\n');
  await bench.shell('rm dir/long-name.ts');
  await bench.settled();
  writeFileSync(bench.file('hand.ts'), '2\n');
  assert.deepEqual(await runCommand('diff', '', context), {
    title: '3 files changed since the session began: +3 -3',
    body: [
      { type: 'list', items: ['a.ts             | 3 ++-', 'dir/long-name.ts | 1 -'] },
      { type: 'text', text: 'Changed outside the turns of this session, compared with git:' },
      { type: 'list', items: ['hand.ts          | 2 +-'] },
      { type: 'text', text: '/diff full shows the lines, /diff PATH those of one file.' },
    ],
  });
  const first = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n';
  assert.deepEqual(await runCommand('diff', 'a.ts', context), {
    title: '1 file changed since the session began: +2 -1',
    body: [{ type: 'diff', diff: first }],
  });
  const full = await runCommand('diff', 'full', context);
  const [block] = ('body' in full && full.body) || [];
  assert.equal(
    block?.type === 'diff' && block.diff,
    `${first}--- a/dir/long-name.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- a/hand.ts\n+++ b/hand.ts\n@@ -1 +1 @@\n-1\n+2\n`,
  );
  assert.deepEqual(await runCommand('diff', 'nowhere', context), {
    title: 'No changes to nowhere since the session began.',
  });
});

test('SES-5 the bars of /diff are aligned, even after names in 汉字', async () => {
  await using bench = undoBench({ git: true, files: { '数据.txt': '一\n', 'long-name.ts': 'x\n' } });
  await bench.session.append({ type: 'start', version: 1, session: 's', cwd: bench.root, coder: '0' });
  const { context } = undoContext(bench.control);
  bench.begin();
  await bench.write('数据.txt', '二\n');
  await bench.write('long-name.ts', 'y\n');
  await bench.settled();
  const stat = await runCommand('diff', '', context);
  const [block] = ('body' in stat && stat.body) || [];
  assert.deepEqual(block, { type: 'list', items: ['long-name.ts | 2 +-', '数据.txt     | 2 +-'] });
});

test('SES-5 /diff tells how many files had changed before the session according to git, and /diff all shows them too', async () => {
  await using bench = undoBench({
    git: true,
    files: { 'a.ts': 'one\n', 'dirty.ts': 'x\n', 'dir/gone.ts': 'y\n', 'dir/kept.ts': 'z\n' },
  });
  writeFileSync(bench.file('dirty.ts'), 'x\nmine\n');
  writeFileSync(bench.file('new.ts'), 'n\n');
  rmSync(bench.file('dir/gone.ts'));
  await bench.session.append({ type: 'start', version: 1, session: 's', cwd: bench.root, coder: '0' });
  const { context } = undoContext(bench.control);
  const hint = { type: 'text', text: '/diff full shows the lines, /diff PATH those of one file.' };
  const earlier = { type: 'text', text: '3 files had uncommitted changes before it began; /diff all shows them too.' };
  assert.deepEqual(await runCommand('diff', '', context), {
    title: 'No changes since the session began.',
    body: [earlier],
  });
  bench.begin();
  await bench.write('a.ts', 'two\n');
  await bench.write('dirty.ts', 'x\nmine\nours\n');
  await bench.settled();
  assert.deepEqual(await runCommand('diff', '', context), {
    title: '2 files changed since the session began: +2 -1',
    body: [
      { type: 'list', items: ['a.ts     | 2 +-', 'dirty.ts | 1 +'] },
      hint,
      { ...earlier, text: '2 files had uncommitted changes before it began; /diff all shows them too.' },
    ],
  });
  assert.deepEqual(await runCommand('diff', 'all', context), {
    title: '2 files changed since the session began: +2 -1',
    body: [
      { type: 'list', items: ['a.ts        | 2 +-', 'dirty.ts    | 1 +'] },
      { type: 'text', text: 'Changed before the session began, compared with the last commit:' },
      { type: 'list', items: ['dir/gone.ts | 1 -', 'new.ts      | 1 +'] },
      { ...hint, text: '/diff all full shows the lines, /diff all PATH those of one file.' },
    ],
  });
  const whole = await runCommand('diff', 'all new.ts', context);
  assert.match(JSON.stringify(whole), /\+\+\+ b\/new\.ts/);
});

test('OUT-7 a name with line feeds or escape codes stays one visible row of /diff', async () => {
  await using bench = undoBench({ git: true, files: { 'a.ts': 'x\n' } });
  await bench.session.append({ type: 'start', version: 1, session: 's', cwd: bench.root, coder: '0' });
  const { context } = undoContext(bench.control);
  bench.begin();
  await bench.write('b\nc.ts | 9 +++\u001b[2J', 'y\n');
  await bench.settled();
  const stat = await runCommand('diff', '', context);
  const [block] = ('body' in stat && stat.body) || [];
  assert.deepEqual(block, { type: 'list', items: [String.raw`b\nc.ts | 9 +++\e[2J | 1 +`] });
});
