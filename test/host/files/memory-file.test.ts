import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMemoryFile } from '../../../src/host/files/memory-file.ts';
import { createResultSaver } from '../../../src/host/files/save-result.ts';

function place(t: { after(done: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'coder-memory-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'projects', 'key', 'memory.md');
  const global = join(folder, 'memory.md');
  const memory = createMemoryFile({
    cwd: folder,
    project: () => path,
    global,
    mask: (text) => text.replaceAll('s3cret', '[key]'),
  });
  return { folder, path, global, memory };
}

test('memory stores one fact per line, each once, without hidden characters or secrets', async (t) => {
  const { path, memory } = place(t);
  assert.deepEqual(await memory.save(' - use\u202e tabs\nand  s3cret '), { saved: true, path, isNew: true });
  assert.deepEqual(await memory.save('use tabs and s3cret'), { saved: true, path, isNew: false });
  await memory.save('second');
  assert.equal(readFileSync(path, 'utf8'), '- use tabs and [key]\n- second\n');
});

test('memory handles a file without a final newline, and refuses empty, long and too many facts', async (t) => {
  const { path, memory } = place(t);
  await memory.save('first');
  writeFileSync(path, '- by hand');
  await memory.save('next');
  assert.equal(readFileSync(path, 'utf8'), '- by hand\n- next\n');
  for (const fact of ['', ' \n', 'x'.repeat(2_000)]) assert.equal((await memory.save(fact)).saved, false);
  writeFileSync(path, `${'- filled\n'.repeat(2_000)}`);
  assert.match(JSON.stringify(await memory.save('one more')), /is full/);
});

test('CTX-1 memory lists the project’s facts before those for all projects', async (t) => {
  const { global, memory } = place(t);
  assert.deepEqual(memory.notes(), []);
  writeFileSync(global, '- everywhere\n');
  await memory.save('here');
  assert.deepEqual(memory.notes(), [
    { path: 'projects/key/memory.md', text: '- here\n' },
    { path: 'memory.md', text: '- everywhere\n' },
  ]);
});

test('CTX-7 a result is saved inside .coder, and not through a link that a repository planted', async (t) => {
  const { folder } = place(t);
  const save = createResultSaver(folder, join(folder, '.coder', 'cache', 'results'), (text) => text);
  const paths = [await save('call/../1', 'bulk'), await save('call/../1', 'other')];
  for (const path of paths) assert.match(path ?? '', /^\.coder\/cache\/results\/call____1-\w{6}\.txt$/);
  assert.deepEqual(
    paths.map((path) => readFileSync(join(folder, path ?? ''), 'utf8')),
    ['bulk', 'other'],
  );

  const other = place(t).folder;
  symlinkSync(folder, join(other, '.coder'));
  const trapped = createResultSaver(other, join(other, '.coder', 'cache', 'results'), (text) => text);
  assert.equal(await trapped('c1', 'bulk'), undefined);
});
