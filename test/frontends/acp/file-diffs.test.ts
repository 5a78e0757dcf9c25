import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unifiedDiff } from '../../../src/base/text/unified-diff.ts';
import { diffContents } from '../../../src/frontends/acp/file-diffs.ts';

const nothing = async () => undefined;

test('ACP-3 a diff and the file on disk give both complete texts, whether the file is from before or after the change', async () => {
  const random = seeded(3);
  for (let round = 0; round < 200; round++) {
    const [before, after] = changedText(random);
    const { diff } = await unifiedDiff('a.txt', before, after);
    if (diff === '') continue;
    const expected = [{ type: 'diff', path: '/w/a.txt', oldText: before, newText: after }];
    assert.deepEqual((await diffContents(diff, '/w', 'before', async () => before)).content, expected, diff);
    assert.deepEqual((await diffContents(diff, '/w', 'after', async () => after)).content, expected, diff);
  }
});

test('ACP-3 without the file, or with a different one, only the lines of the hunks are sent', async () => {
  const before = `${'x\n'.repeat(20)}one\n${'y\n'.repeat(20)}`;
  const { diff } = await unifiedDiff('a.txt', before, before.replace('one', 'two'));
  const short = {
    type: 'diff',
    path: '/w/a.txt',
    oldText: 'x\nx\nx\none\ny\ny\ny\n',
    newText: 'x\nx\nx\ntwo\ny\ny\ny\n',
  };
  assert.deepEqual(await diffContents(diff, '/w', 'gone', nothing), {
    content: [short],
    locations: [{ path: '/w/a.txt', line: 18 }],
  });
  assert.deepEqual((await diffContents(diff, '/w', 'before', async () => 'something else\n')).content, [short]);
});

test('ACP-3 created and deleted files, a missing last newline, odd names and several files in one diff are understood', async () => {
  const made = await unifiedDiff('new.txt', null, 'a\nb');
  const gone = await unifiedDiff('old "x".txt', 'bye\n', null);
  const { content } = await diffContents(made.diff + gone.diff, '/w', 'before', nothing);
  assert.deepEqual(content, [
    { type: 'diff', path: '/w/new.txt', oldText: null, newText: 'a\nb' },
    { type: 'diff', path: '/w/old "x".txt', oldText: 'bye\n', newText: '' },
  ]);
  const byGit = '--- "a/t\\303\\244b\\t.txt"\n+++ "b/t\\303\\244b\\t.txt"\n@@ -1 +1 @@\n-a\n+b\n';
  assert.deepEqual((await diffContents(byGit, '/w', 'gone', nothing)).locations, [{ path: '/w/täb\t.txt', line: 1 }]);
  const spaced = '--- a/new file.txt\t\n+++ b/new file.txt\t\n@@ -1 +1 @@\n-a\n+b\n';
  assert.equal((await diffContents(spaced, '/w', 'gone', nothing)).locations[0]?.path, '/w/new file.txt');
  const lines = await unifiedDiff('a.txt', '--- a/x\n+++ b/x\n', '-- a/x\n+++ b/x\n');
  const [same] = (await diffContents(lines.diff, '/w', 'before', async () => '--- a/x\n+++ b/x\n')).content;
  assert.deepEqual(same, {
    type: 'diff',
    path: '/w/a.txt',
    oldText: '--- a/x\n+++ b/x\n',
    newText: '-- a/x\n+++ b/x\n',
  });
});

function changedText(random: () => number): [string, string] {
  const lines = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, index) => `line ${index % 7}\n`);
  const changed = lines.flatMap((line) => {
    const kind = random();
    if (kind < 0.1) return [];
    if (kind < 0.2) return [`new ${line}`];
    return kind < 0.3 ? [line, 'added\n'] : [line];
  });
  const end = random() < 0.3 ? 'no newline' : '';
  return [lines.join('') + (random() < 0.3 ? 'old end' : ''), changed.join('') + end || 'x\n'];
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
