import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { namesIn } from '../../../src/base/files/folder.ts';

test('a folder that does not exist, or is a file, lists no names', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-folder-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a'), '');
  assert.deepEqual(namesIn(root), ['a']);
  assert.deepEqual(namesIn(join(root, 'gone')), []);
  assert.deepEqual(namesIn(join(root, 'a', 'below')), []);
});
