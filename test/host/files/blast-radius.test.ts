import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { measureTargets } from '../../../src/host/files/blast-radius.ts';
import type { Target } from '../../../src/protocol/policy.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'coder-radius-')));
after(() => rmSync(base, { recursive: true, force: true }));
const root = join(base, 'project');
mkdirSync(join(root, 'build', 'deep'), { recursive: true });
mkdirSync(join(root, 'src'));
mkdirSync(join(base, 'elsewhere'));
for (const name of ['build/a.js', 'build/deep/b.js', 'src/a.ts', 'src/b.ts', 'notes.md', '.hidden.md']) {
  writeFileSync(join(root, name), 'x'.repeat(100));
}
writeFileSync(join(base, 'elsewhere', 'c.txt'), 'x'.repeat(7));
symlinkSync(join(base, 'elsewhere'), join(root, 'build', 'link'));

const { signal } = new AbortController();
const path = (name: string, recursive = true): Target => ({
  action: 'delete',
  recursive,
  kind: 'path',
  path: join(root, name),
  inside: true,
});

test('APR-8 files, bytes and top folders of deleted paths are counted without following links', async () => {
  const radius = await measureTargets([path('build'), path('notes.md', false), path('gone')], [root], signal);
  assert.deepEqual(radius, {
    files: 4,
    bytes: radius.bytes,
    isPartial: false,
    top: [
      { folder: 'build/', files: 2 },
      { folder: 'build/deep/', files: 1 },
      { folder: './', files: 1 },
    ],
    outside: [],
    unknown: [],
  });
  assert.ok(radius.bytes > 300 && radius.bytes < 500, 'three files and the link itself');
});

test('APR-8 patterns are expanded as by a shell, without hidden names or duplicates', async () => {
  const glob = (pattern: string): Target => ({ action: 'delete', recursive: false, kind: 'glob', pattern, cwd: root });
  const markdown = await measureTargets([glob('*.md'), glob('*.md')], [root], signal);
  assert.deepEqual([markdown.files, markdown.bytes], [1, 100]);
  const sources = await measureTargets([glob('s*/?.ts')], [root], signal);
  assert.deepEqual([sources.files, sources.top], [2, [{ folder: 'src/', files: 2 }]]);
});

test('APR-8 paths outside the workspace and targets not known yet are named', async () => {
  const outside = join(base, 'elsewhere', 'c.txt');
  const radius = await measureTargets(
    [
      { action: 'overwrite', recursive: false, kind: 'path', path: outside, inside: false },
      { action: 'delete', recursive: true, kind: 'unknown', text: '$(cat list)' },
    ],
    [root],
    signal,
  );
  assert.deepEqual([radius.files, radius.bytes, radius.outside, radius.unknown], [1, 7, [outside], ['$(cat list)']]);
});

test('APR-8 counting ends with the turn and is then marked as partial', async () => {
  const radius = await measureTargets([path('build')], [root], AbortSignal.abort());
  assert.deepEqual([radius.files, radius.isPartial], [0, true]);
});
