import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeAtomic, writeAtomicNow } from '../../../src/base/files/atomic-write.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test('H1 a write leaves the new bytes and no temporary file', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'state.json');
  await writeAtomic(file, 'one', { durable: true });
  await writeAtomic(file, Buffer.from('two'));
  assert.equal(await readFile(file, 'utf8'), 'two');
  assert.deepEqual(await readdir(folder), ['state.json']);
});

test('H1 a file gets the requested mode, otherwise keeps the one it had', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'secret');
  await writeAtomic(file, 'x', { mode: 0o600 });
  assert.equal(await modeOf(file), 0o600);
  await chmod(file, 0o640);
  await writeAtomic(file, 'y');
  assert.equal(await modeOf(file), 0o640);
});

test('H1 a failed write keeps the good copy and removes its temporary file', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'taken');
  await mkdir(file);
  await assert.rejects(writeAtomic(file, 'x'), { code: 'EISDIR' });
  await assert.rejects(writeAtomic(join(folder, 'missing', 'file'), 'x'), { code: 'ENOENT' });
  assert.deepEqual(await readdir(folder), ['taken']);
});

test('H1 a write at once leaves the new bytes or the good copy, and no temporary file', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'list');
  writeAtomicNow(file, 'one', 0o600);
  writeAtomicNow(file, 'two', 0o600);
  assert.deepEqual([await readFile(file, 'utf8'), await modeOf(file)], ['two', 0o600]);
  await mkdir(join(folder, 'taken'));
  assert.throws(() => writeAtomicNow(join(folder, 'taken'), 'x', 0o600), { code: 'EISDIR' });
  assert.deepEqual((await readdir(folder)).toSorted(), ['list', 'taken']);
});

test('H1 a conditional write replaces the file once the condition is true, otherwise never', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'file');
  const known = Promise.withResolvers<boolean>();
  const writing = writeAtomic(file, 'new', { durable: 'content', onlyIf: known.promise });
  await writeAtomic(file, 'old');
  known.resolve(true);
  await writing;
  assert.equal(await readFile(file, 'utf8'), 'new');
  await writeAtomic(file, 'wrong', { onlyIf: Promise.resolve(false) });
  assert.equal(await readFile(file, 'utf8'), 'new');
  await assert.rejects(writeAtomic(file, 'unknown', { onlyIf: Promise.reject(new Error('not known')) }), /not known/);
  assert.deepEqual(await readdir(folder), ['file']);
});

test('H2 many concurrent writers of one file never collide and never leave a partial file', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'shared');
  const texts = Array.from({ length: 40 }, (_, index) => String(index).repeat(5000));
  await Promise.all(texts.map((text) => writeAtomic(file, text)));
  assert.ok(texts.includes(await readFile(file, 'utf8')));
  assert.deepEqual(await readdir(folder), ['shared']);
});

test('B2 a link is replaced, never written through', async (t) => {
  const folder = await scratchFolder(t);
  await writeFile(join(folder, 'target'), 'old');
  await symlink('target', join(folder, 'link'));
  await writeAtomic(join(folder, 'link'), 'new');
  assert.equal(await readFile(join(folder, 'target'), 'utf8'), 'old');
  await assert.rejects(readlink(join(folder, 'link')), { code: 'EINVAL' });
});

test('H1 a file with the longest name the system allows can be written', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'n'.repeat(255));
  await writeAtomic(file, 'x');
  assert.equal(await readFile(file, 'utf8'), 'x');
});
