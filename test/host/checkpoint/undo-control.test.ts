import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextMoment } from 'node:timers/promises';
import { type Message, NO_USAGE } from '../../../src/protocol/message.ts';
import { saidIn } from '../../../src/words/fault.ts';
import { zhCn } from '../../../src/words/zh-cn.ts';
import { faultTexts } from '../../fixtures/fault-texts.ts';
import { put, treeOf, undoBench } from '../../fixtures/undo-bench.ts';

const BINARY = Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7) % 256));
const FILES = {
  'a.ts': 'one\ntwo\nthree\n',
  'b.ts': 'b\n',
  'run.sh': '#!/bin/sh\necho hi\n',
  'image.bin': BINARY,
  'dir/x.txt': 'x\n',
  'dir/deep/y.txt': 'y\n',
  'moved/z.txt': 'z\n',
};

for (const git of [false, true]) {
  const where = git ? 'in a git repository' : 'outside git';

  test(`SES-4 SES-7 H7 undoing a turn of edits and commands restores the same tree, ${where}`, async () => {
    await using bench = undoBench({ git, files: FILES });
    const { root, file, control } = bench;
    chmodSync(file('run.sh'), 0o755);
    symlinkSync('a.ts', file('link'));
    mkdirSync(file('empty'), { mode: 0o700 });
    const before = treeOf(root);
    const state = gitState(root, git);

    bench.begin();
    await bench.write('made/new.ts', 'new\n');
    await bench.write('a.ts', 'ONE\ntwo\nthree\n');
    await bench.edit(['b.ts', 'c.ts'], () => renameSync(file('b.ts'), file('c.ts')));
    await bench.edit(['link'], () => rmSync(file('link')));
    await bench.shell('sed -i s/two/TWO/ a.ts; sed -i s/hi/ho/ run.sh; chmod 600 run.sh');
    await bench.shell('rm -r dir; mv moved gone; printf "\\0\\1" > image.bin; ln -s run.sh other; rmdir empty');
    await bench.shell('mkdir -p fresh/nest && echo 1 > fresh/nest/f && chmod 500 fresh');
    await bench.settled();
    assert.notDeepEqual(treeOf(root), before);
    const after = treeOf(root);

    const report = await control.undo(1);
    assert.deepEqual(
      report.turns.flatMap(({ files }) => files).filter(({ refused }) => refused),
      [],
    );
    assert.deepEqual(treeOf(root), before);
    await control.redo();
    assert.deepEqual(treeOf(root), after);
    await control.undo(1);
    assert.deepEqual(treeOf(root), before);
    assert.deepEqual(gitState(root, git), state);
    assert.deepEqual(bench.warnings, []);
  });

  test(`SES-7 H6 files that were changed since are refused, and the rest is restored, ${where}`, async () => {
    await using bench = undoBench({ git, files: FILES });
    const { file, control } = bench;
    bench.begin();
    await bench.write('a.ts', 'agent\n');
    await bench.shell('echo shell > b.ts; rm dir/x.txt; echo new > n.txt');
    await bench.settled();
    writeFileSync(file('a.ts'), 'person\n');
    writeFileSync(file('dir/x.txt'), 'person too\n');
    writeFileSync(file('n.txt'), 'mine\n');

    const planned = await control.preview(1);
    const done = await control.undo(1);
    assert.deepEqual(planned.turns, done.turns);
    assert.deepEqual(done.turns[0]?.files, [
      { path: 'a.ts', action: 'change', refused: 'changed' },
      { path: 'b.ts', action: 'change' },
      { path: 'dir/x.txt', action: 'restore', refused: 'created' },
      { path: 'n.txt', action: 'remove', refused: 'changed' },
    ]);
    assert.equal(readFileSync(file('a.ts'), 'utf8'), 'person\n');
    assert.equal(readFileSync(file('dir/x.txt'), 'utf8'), 'person too\n');
    assert.equal(readFileSync(file('n.txt'), 'utf8'), 'mine\n');
    assert.equal(readFileSync(file('b.ts'), 'utf8'), 'b\n');
  });

  test(`SES-7 a person's changes between two commands of a turn do not count as the turn's, ${where}`, async () => {
    await using bench = undoBench({ git, files: FILES });
    const { file, control } = bench;
    bench.begin();
    await bench.shell('echo 1 >> a.ts');
    await bench.settled();
    writeFileSync(file('b.ts'), 'person\n');
    writeFileSync(file('a.ts'), 'person in between\n');
    await bench.shell('echo 2 >> a.ts; rm dir/x.txt');
    await control.undo(1);
    assert.equal(readFileSync(file('b.ts'), 'utf8'), 'person\n');
    assert.equal(readFileSync(file('a.ts'), 'utf8'), 'person in between\n');
    assert.equal(readFileSync(file('dir/x.txt'), 'utf8'), 'x\n');
  });
}

test('SES-4 /undo undoes one turn or N at once, and /redo reverts what one /undo did', async () => {
  await using bench = undoBench({ files: FILES });
  const { control, file } = bench;
  for (const text of ['1\n', '2\n', '3\n']) {
    bench.begin();
    await bench.write('a.ts', text);
  }
  const now = () => readFileSync(file('a.ts'), 'utf8');
  await control.undo(1);
  assert.equal(now(), '2\n');
  assert.equal((await control.undo(1)).left, 1);
  assert.equal(now(), '1\n');
  await control.redo();
  await control.redo();
  assert.equal(now(), '3\n');
  assert.deepEqual((await control.redo()).turns, []);
  assert.equal((await control.undo(2)).turns.length, 2);
  assert.equal(now(), '1\n');
  await control.redo();
  assert.equal(now(), '3\n');
  assert.equal((await control.undo(9)).turns.length, 3);
  assert.equal(now(), FILES['a.ts']);
  assert.deepEqual((await control.undo(1)).turns, []);
});

test('SES-4 after new work, earlier undos can no longer be redone', async () => {
  await using bench = undoBench({ files: FILES });
  bench.begin();
  await bench.write('a.ts', '1\n');
  await bench.control.undo(1);
  bench.begin();
  await bench.write('b.ts', '2\n');
  assert.deepEqual((await bench.control.redo()).turns, []);
});

test('SES-4 undo survives a restart, and a torn last line of its record', async () => {
  await using bench = undoBench({ git: true, files: FILES });
  const turn = bench.begin();
  await bench.shell('rm -r dir; sed -i s/one/1/ a.ts');
  await bench.settled();
  const list = readdirSync(join(bench.folder, 'session')).find((name) => name === `${turn}.jsonl`) ?? '';
  writeFileSync(join(bench.folder, 'session', list), '{"type":"chan', { flag: 'a' });
  await using again = bench.restarted();
  await again.control.undo(1);
  assert.equal(readFileSync(bench.file('dir/deep/y.txt'), 'utf8'), 'y\n');
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), FILES['a.ts']);
  await again.control.redo();
  assert.ok(!existsSync(bench.file('dir')));
});

test('SES-7 a command that was running when coder was killed is named as not covered', async () => {
  await using bench = undoBench({ files: { 'a.txt': 'one\n' } });
  const turn = bench.begin();
  await bench.write('a.txt', 'two\n');
  const log = (message: Message) => bench.session.append({ type: 'message', turn, prompt: 'p', message });
  const call = { id: 'c1', name: 'bash', arguments: '{"command":"make all"}' };
  await log({ role: 'assistant', model: 'm', content: [{ type: 'call', call }] });
  await log({ role: 'tool', callId: 'c1', name: 'bash', outcome: { status: 'cancelled', error: 'interrupted' } });
  const { control } = bench.restarted();
  const [planned] = (await control.preview(1)).turns;
  assert.deepEqual(faultTexts(planned?.leftOut ?? []), ['make all: coder was killed while it ran']);
  await bench.session.append({ type: 'turn-end', turn, reason: 'answered', usage: NO_USAGE });
  assert.deepEqual((await control.undo(1)).turns[0]?.leftOut, [], 'a turn that ended was not killed');
});

test('B2 B3 H7 undo follows no link that was put in the place of a folder', async () => {
  await using bench = undoBench({ files: FILES });
  const { root, file, control } = bench;
  const outside = join(dirname(root), 'outside');
  put(join(outside, 'x.txt'), 'theirs\n');
  put(join(outside, 'deep/y.txt'), 'theirs\n');
  bench.begin();
  await bench.shell('echo agent > dir/x.txt; rm dir/deep/y.txt');
  await bench.settled();
  rmSync(file('dir'), { recursive: true });
  symlinkSync(outside, file('dir'));
  const { turns } = await control.undo(1);
  for (const { path, refused } of turns[0]?.files ?? []) assert.ok(refused, path);
  assert.deepEqual(treeOf(outside), treeOfTexts({ 'x.txt': 'theirs\n', 'deep/y.txt': 'theirs\n' }));
  assert.equal(readdirSync(outside).length, 2);
});

test('SES-7 ignored and huge files are left out and named', async () => {
  await using bench = undoBench({
    git: true,
    maxBytes: 4_000_000,
    files: { '.gitignore': 'out/\n*.log\n', 'a.ts': 'a\n', 'out/o.js': 'o\n', 'x.log': 'log\n' },
  });
  bench.begin();
  await bench.shell('echo 1 > out/o.js; echo 1 > x.log; echo b > a.ts; head -c 2000000 /dev/zero > big.dat');
  const { turns } = await bench.control.undo(1);
  const tooLarge = 'too large to be kept (2 MB)';
  const other = { text: tooLarge, says: [['unkeptTooLarge', tooLarge, '2']] };
  assert.deepEqual(turns[0]?.files, [
    { path: 'a.ts', action: 'change' },
    { path: 'big.dat', action: 'remove', refused: { other } },
  ]);
  const leftOut = turns[0]?.leftOut ?? [];
  assert.deepEqual(faultTexts(leftOut), [`big.dat: ${tooLarge}`, 'ignored files are not covered: out/, x.log']);
  assert.deepEqual(
    leftOut.map((note) => saidIn(note, zhCn.faults)),
    ['big.dat：太大，无法保留（2 MB）', '不涵盖被忽略的文件：out/, x.log'],
    'CLI-1 in Chinese, from the file that the turn wrote',
  );
  assert.equal(readFileSync(bench.file('out/o.js'), 'utf8'), '1\n');
});

test('H6 undo never removes an ignored file that a command moved', async () => {
  await using bench = undoBench({ git: true, files: { '.gitignore': '.env\n', 'a.ts': 'a\n', '.env': 'SECRET=1\n' } });
  const { file, control } = bench;
  const born = statSync(file('.env')).birthtimeMs;
  while (Date.now() < born + 30) await nextMoment(); // older than one step of the file system's clock
  bench.begin();
  await bench.shell('mv .env .env.bak; echo b > a.ts');
  const first = await control.undo(1);
  assert.equal(readFileSync(file('.env.bak'), 'utf8'), 'SECRET=1\n');
  assert.match(
    faultTexts(first.turns[0]?.leftOut ?? []).join(),
    /\.env\.bak: came from a place that undo does not cover/,
  );
  renameSync(file('.env.bak'), file('.env'));
  bench.begin();
  await bench.shell('echo > .gitignore');
  await control.undo(1);
  assert.equal(readFileSync(file('.env'), 'utf8'), 'SECRET=1\n');
});

test('SES-7 the store stays within its budget by deleting the oldest turns first', async () => {
  await using bench = undoBench({ maxBytes: 1_000_000, files: { 'a.txt': 'a'.repeat(100_000) } });
  for (let turn = 0; turn < 30; turn += 1) {
    bench.begin();
    await bench.write('a.txt', String.fromCharCode(98 + (turn % 20)).repeat(100_000));
  }
  const folder = join(bench.folder, 'session');
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  assert.ok(size <= 1_000_000, `${size}`);
  const { turns } = await bench.control.undo(30);
  assert.ok(turns.length >= 3 && turns.length < 10, `${turns.length}`);
});

test('E1 undo records are readable by the user alone', async () => {
  await using bench = undoBench({ files: FILES });
  bench.begin();
  await bench.write('a.ts', '1\n');
  await bench.shell('rm b.ts');
  await bench.settled();
  for (const path of [bench.folder, join(bench.folder, 'session')]) assert.equal(statSync(path).mode & 0o777, 0o700);
  const names = readdirSync(join(bench.folder, 'session'));
  assert.ok(names.length >= 2);
  for (const name of names) assert.equal(statSync(join(bench.folder, 'session', name)).mode & 0o777, 0o600);
});

test('SES-7 clean files are not copied because git has them, and commits in between do not matter', async () => {
  await using bench = undoBench({ git: true, files: FILES });
  const turn = bench.begin();
  await bench.shell(
    'rm image.bin && git rm -q --cached image.bin && git commit -qm gone; echo c > a.ts && git commit -qam next',
  );
  await bench.settled();
  assert.ok(!existsSync(join(bench.folder, 'session', `${turn}.bytes`)));
  await bench.control.undo(1);
  assert.deepEqual(readFileSync(bench.file('image.bin')), BINARY);
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), FILES['a.ts']);
});

test('SES-7 files that git converts are copied, not shared', async () => {
  const crlf = 'one\r\ntwo\r\n';
  await using bench = undoBench({ git: true, files: { '.gitattributes': '*.bat eol=crlf\n', 'run.bat': crlf } });
  bench.begin();
  await bench.shell('rm run.bat');
  await bench.control.undo(1);
  assert.equal(readFileSync(bench.file('run.bat'), 'utf8'), crlf);
});

test('SES-7 undo works in a workspace inside a repository, and with a repository inside the workspace', async () => {
  await using bench = undoBench({ git: true, files: { 'sub/a.ts': 'a\n', 'sub/b.ts': 'b\n' } });
  const root = bench.file('sub');
  await using inner = undoBench({ root, folder: join(bench.folder, 'inner') });
  inner.begin();
  await inner.shell('git init -q nested; cd nested; echo 1 > n; git add n; git commit -qm n');
  await inner.control.undo(1);
  assert.ok(!existsSync(join(root, 'nested/n')));
  inner.begin();
  await inner.shell('rm a.ts; echo 2 > b.ts');
  await inner.control.undo(1);
  assert.equal(readFileSync(join(root, 'a.ts'), 'utf8'), 'a\n');
  assert.equal(readFileSync(join(root, 'b.ts'), 'utf8'), 'b\n');
});

test('SES-5 the diff shows what turns and other programs changed since the session began, with or without git', async () => {
  for (const git of [true, false]) {
    await using bench = undoBench({ git, files: FILES });
    await bench.session.append({ type: 'start', version: 1, session: 's', cwd: bench.root, coder: '0' });
    bench.begin();
    await bench.write('a.ts', 'one\n2\nthree\n');
    await bench.shell('rm image.bin; chmod 700 run.sh');
    writeFileSync(bench.file('made.txt'), 'by hand\n');
    const { files, unknown } = await bench.control.diff();
    const shown = files.map(({ path, additions, deletions, outside }) => [
      path,
      additions,
      deletions,
      outside ?? false,
    ]);
    assert.deepEqual(shown, [
      ['a.ts', 1, 1, false],
      ['image.bin', 0, 0, false],
      ['made.txt', 1, 0, true],
      ['run.sh', 0, 0, false],
    ]);
    assert.deepEqual(unknown, []);
    assert.equal(files[0]?.diff, '--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n');
    assert.deepEqual((await bench.control.diff('a.ts')).files.length, 1);
    await bench.control.undo(1);
    assert.deepEqual(
      (await bench.control.diff()).files.map(({ path }) => path),
      ['made.txt'],
    );
  }
});

/** HEAD, index and config, byte for byte. */
function gitState(root: string, git: boolean): string[] {
  return git
    ? ['HEAD', 'index', 'config'].map((name) => readFileSync(join(root, '.git', name)).toString('latin1'))
    : [];
}

function treeOfTexts(texts: Record<string, string>): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const [path, text] of Object.entries(texts)) {
    if (path.includes('/')) tree[dirname(path)] = `folder ${(0o777 & ~process.umask()).toString(8)}`;
    tree[path] = `file ${(0o666 & ~process.umask()).toString(8)} ${text}`;
  }
  return tree;
}
