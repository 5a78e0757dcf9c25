import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contentMark } from '../../../src/host/files/content-mark.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('VER-9 the mark changes with a byte, a name, or an added or removed file, and with nothing else', async (t) => {
  const { path: root } = scratch(t);
  const mark = (...paths: string[]) => contentMark(root, paths);
  writeFileSync(join(root, 'a'), 'one');
  const first = await mark('a', 'b');
  writeFileSync(join(root, 'a'), 'one');
  assert.equal(await mark('a', 'b'), first, 'written again');
  writeFileSync(join(root, 'b'), '');
  const empty = await mark('a', 'b');
  writeFileSync(join(root, 'a'), 'onE');
  const other = await mark('a', 'b');
  rmSync(join(root, 'b'));
  mkdirSync(join(root, 'b'));
  const folder = await mark('a', 'b');
  assert.equal(new Set([first, empty, other, folder, await mark('a'), await mark('b', 'a')]).size, 6);
});

test('VER-9 content of one file cannot pass for that of another', async (t) => {
  const { path: root } = scratch(t);
  writeFileSync(join(root, 'a'), 'xb\0y');
  writeFileSync(join(root, 'b'), '');
  const before = await contentMark(root, ['a', 'b']);
  writeFileSync(join(root, 'a'), 'x');
  writeFileSync(join(root, 'b'), 'yb\0');
  assert.notEqual(await contentMark(root, ['a', 'b']), before);
});
