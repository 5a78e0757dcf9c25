import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readRegular } from '../../../src/base/files/regular-file.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';
import { makeSocket } from '../../fixtures/socket-file.ts';

async function setUp(t: TestContext) {
  const folder = await scratchFolder(t);
  return { at: (name: string) => join(folder, name) };
}

test('B8 a file is read whole, or up to the limit along with its full size', async (t) => {
  const { at } = await setUp(t);
  await writeFile(at('a'), 'héllo');
  assert.deepEqual(readRegular(at('a'), 100), { bytes: Buffer.from('héllo'), size: 6 });
  assert.deepEqual(readRegular(at('a'), 6), { bytes: Buffer.from('héllo'), size: 6 });
  assert.deepEqual(readRegular(at('a'), 1), { bytes: Buffer.from('h'), size: 6 });
  assert.deepEqual(readRegular(at('a'), 0), { bytes: Buffer.alloc(0), size: 6 });
  await writeFile(at('empty'), '');
  assert.deepEqual(readRegular(at('empty'), 100), { bytes: Buffer.alloc(0), size: 0 });
});

test('F4 only the limit is read of a file of many gigabytes', async (t) => {
  const { at } = await setUp(t);
  await writeFile(at('huge'), 'start');
  await truncate(at('huge'), 5 * 1024 ** 3);
  const read = readRegular(at('huge'), 8);
  assert.deepEqual(read, { bytes: Buffer.from('start\0\0\0'), size: 5 * 1024 ** 3 });
});

test('B8 a link to a file reads as that file', async (t) => {
  const { at } = await setUp(t);
  await writeFile(at('a'), 'text');
  await symlink('a', at('link'));
  assert.deepEqual(readRegular(at('link'), 100), { bytes: Buffer.from('text'), size: 4 });
});

test('B8 a path that does not exist is missing, also below a file and through a dangling link', async (t) => {
  const { at } = await setUp(t);
  await writeFile(at('a'), 'text');
  await symlink('nowhere', at('dangling'));
  for (const name of ['b', 'a/b', 'no/such/folder', 'dangling']) assert.equal(readRegular(at(name), 100), 'missing');
});

test('B8 folders, pipes, sockets, devices and circular links are not files, and reading them never blocks', async (t) => {
  const { at } = await setUp(t);
  await mkdir(at('folder'));
  await symlink('circle', at('circle'));
  execFileSync('mkfifo', [at('pipe')]); // no process writes to it
  makeSocket(at('socket'));
  for (const path of [at('folder'), at('circle'), at('pipe'), at('socket'), '/dev/null', '/dev/zero']) {
    assert.equal(readRegular(path, 100), 'no-file', path);
  }
});

const isRoot = process.getuid?.() === 0 ? 'root may read everything' : false;

test('B8 a file without read permission throws the system’s error', { skip: isRoot }, async (t) => {
  const { at } = await setUp(t);
  await writeFile(at('a'), 'text');
  await chmod(at('a'), 0);
  assert.throws(() => readRegular(at('a'), 100), { code: 'EACCES' });
});

const hasProc = existsSync('/proc/self/fd') ? false : 'no /proc to count open files in';

test('B8 a read leaves no file open', { skip: hasProc }, async (t) => {
  const { at } = await setUp(t);
  await writeFile(at('a'), 'text');
  await mkdir(at('folder'));
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  for (let round = 0; round < 50; round++) {
    readRegular(at('a'), 2);
    readRegular(at('folder'), 2);
    readRegular(at('missing'), 2);
  }
  assert.equal(openFiles(), before);
});
