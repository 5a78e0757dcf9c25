import assert from 'node:assert/strict';
import { mkdir, readdir, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cleanCache } from '../../../src/host/files/clean-cache.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';

const HOUR = 60 * 60 * 1000;

test('F2 old output is deleted, and the oldest once there is too much', async (t) => {
  const folder = join(await scratchFolder(t), 'bash');
  await mkdir(folder);
  const now = Date.now();
  const put = async (name: string, ageHours: number, bytes: number) => {
    const file = join(folder, name);
    await writeFile(file, '');
    await truncate(file, bytes);
    await utimes(file, new Date(), new Date(now - ageHours * HOUR));
  };
  await put('new.txt', 1, 300 * 1024 * 1024);
  await put('older.txt', 2, 300 * 1024 * 1024);
  await put('old.txt', 30, 10);
  await put('.gitignore', 500, 2);
  await symlink('new.txt', join(folder, 'link.txt'));
  await mkdir(join(folder, 'folder.txt'));
  assert.equal(await cleanCache(folder, now), 2);
  assert.deepEqual((await readdir(folder)).sort(), ['.gitignore', 'folder.txt', 'link.txt', 'new.txt']);
});

test('F2 a cache that is missing, or a link, is left alone', async (t) => {
  const folder = await scratchFolder(t);
  assert.equal(await cleanCache(join(folder, 'none')), 0);
  await mkdir(join(folder, 'real'));
  await writeFile(join(folder, 'real/x.txt'), 'x');
  await utimes(join(folder, 'real/x.txt'), 1, 1);
  await symlink('real', join(folder, 'link'));
  assert.equal(await cleanCache(join(folder, 'link')), 0);
  assert.deepEqual(await readdir(join(folder, 'real')), ['x.txt']);
});
