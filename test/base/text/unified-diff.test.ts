import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unifiedDiff } from '../../../src/base/text/unified-diff.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';
import { lacks } from '../../fixtures/programs.ts';

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}\n`).join('');

test('OUT-4 a change has git-like headers and three lines of context', async () => {
  const before = numbered('line', 12);
  assert.deepEqual(await unifiedDiff('src/a.ts', before, before.replace('line5', 'five')), {
    diff: [
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -3,7 +3,7 @@',
      ' line2',
      ' line3',
      ' line4',
      '-line5',
      '+five',
      ' line6',
      ' line7',
      ' line8',
      '',
    ].join('\n'),
    additions: 1,
    deletions: 1,
  });
});

test('OUT-4 created and deleted files are compared with /dev/null', async () => {
  assert.equal((await unifiedDiff('a', null, 'x\n')).diff, '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n');
  assert.equal(
    (await unifiedDiff('a', 'x', null)).diff,
    '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n',
  );
});

test('OUT-4 identical texts have no diff', async () => {
  assert.deepEqual(await unifiedDiff('a', 'x\n', 'x\n'), { diff: '', additions: 0, deletions: 0 });
});

test('D6 a name with control characters is quoted', async () => {
  const { diff } = await unifiedDiff('a\n\x1b"b', null, 'x\n');
  assert.equal(diff.split('\n')[1], '+++ "b/a\\n\\033\\"b"');
});

test('F4 two large texts with nothing in common take bounded time', async () => {
  const started = cpuTime();
  const change = await unifiedDiff('a', numbered('a', 30_000), numbered('b', 30_000));
  assert.deepEqual([change.additions, change.deletions], [30_000, 30_000]);
  assert.ok(cpuTime() - started < 10_000);
});

test('OUT-4 git applies the printed diff', async (t) => {
  const missing = lacks('git');
  if (missing) return t.skip(missing);
  const folder = await mkdtemp(join(tmpdir(), 'coder-diff-'));
  t.after(() => rm(folder, { recursive: true }));
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % below;
  };
  for (let round = 0; round < 25; round++) {
    const old = Array.from({ length: random(40) + 1 }, () => ['a', 'b', '', 'x y'][random(4)] ?? '');
    const next = [...old];
    for (let change = random(5) + 1; change > 0; change--) {
      next.splice(random(next.length + 1), random(3), ...Array.from({ length: random(3) }, () => `new${change}`));
    }
    const before = old.join('\n') + (random(2) === 0 ? '\n' : '');
    const after = next.join('\n') + (random(2) === 0 ? '\n' : '');
    const { diff } = await unifiedDiff('f.txt', before, after);
    if (diff === '') continue;
    await writeFile(join(folder, 'f.txt'), before);
    const applied = spawnSync('git', ['apply', '-'], { cwd: folder, input: diff, encoding: 'utf8' });
    assert.equal(applied.status, 0, applied.stderr + diff);
    assert.equal(await readFile(join(folder, 'f.txt'), 'utf8'), after);
  }
});
