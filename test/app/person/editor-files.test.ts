import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type EditorFiles, withEditor } from '../../../src/app/person/editor-files.ts';
import { CoderError } from '../../../src/base/errors.ts';
import { createWorkspace } from '../../../src/host/files/workspace.ts';
import { scratch } from '../../fixtures/run-coder.ts';

function setUp(t: Parameters<typeof scratch>[0], disk: string | Uint8Array, editor: EditorFiles) {
  const { path } = scratch(t);
  const file = join(path, 'a.txt');
  writeFileSync(file, disk);
  const written: string[] = [];
  const workspace = withEditor(createWorkspace({ root: path }), editor, (each) => void written.push(each));
  return { file, path, workspace, written };
}

test('ACP-5 unsaved text is read instead of the file, with its line endings and encoding, whole or in part', async (t) => {
  const { workspace } = setUp(t, '\ufeffa\r\nb\r\n', { read: async () => 'a\nnew\nb\n' });
  const { bytes, size } = await workspace.readFile('a.txt');
  assert.equal(bytes.toString(), '\ufeffa\r\nnew\r\nb\r\n');
  assert.equal(size, bytes.length);
  assert.equal((await workspace.readFile('a.txt', { offset: 3, length: 1 })).bytes.toString(), 'a');
});

test('ACP-5 the disk counts if only line endings differ, the file is not text, or the editor does not have it', async (t) => {
  const same = setUp(t, 'a\r\n', { read: async () => 'a\n' });
  assert.equal((await same.workspace.readFile('a.txt')).bytes.toString(), 'a\r\n');
  const asked: string[] = [];
  const binary = setUp(t, Uint8Array.of(0, 1, 2), { read: async (path) => void asked.push(path) });
  await binary.workspace.readFile('a.txt');
  assert.deepEqual(asked, []);
  const without = setUp(t, 'disk', { read: async () => undefined });
  assert.equal((await without.workspace.readFile('a.txt')).bytes.toString(), 'disk');
});

test('ACP-5 the editor is never asked about paths that the resolver refuses', async (t) => {
  const asked: string[] = [];
  const { workspace } = setUp(t, 'x', {
    read: async (path) => void asked.push(path),
    write: async (path) => void asked.push(path),
  });
  await assert.rejects(workspace.readFile('../../outside'), { code: 'outside' });
  await assert.rejects(workspace.writeFile('../../outside', Buffer.from('x')), { code: 'outside' });
  await assert.rejects(workspace.writeFile('.git/config', Buffer.from('x')), { code: 'protected' });
  assert.deepEqual(asked, []);
});

test('ACP-5 a write goes through the editor, unless the file or the text has changed since it was read', async (t) => {
  let held = 'typed\n';
  const { workspace, file, written } = setUp(t, 'saved\n', {
    read: async () => held,
    write: async (path, text) => {
      held = text;
      writeFileSync(path, text);
    },
  });
  const first = await workspace.readFile('a.txt');
  await workspace.writeFile('a.txt', Buffer.from('one\n'), { over: first });
  assert.equal(readFileSync(file, 'utf8'), 'one\n');
  assert.deepEqual(written, [file]);
  const second = await workspace.readFile('a.txt');
  held = 'typed meanwhile\n';
  await assert.rejects(workspace.writeFile('a.txt', Buffer.from('two\n'), { over: second }), { code: 'stale' });
  await assert.rejects(workspace.writeFile('a.txt', Buffer.from('new\n'), { over: null }), { code: 'stale' });
  assert.equal(readFileSync(file, 'utf8'), 'one\n');
});

test('ACP-5 if the editor refuses, the write fails; a new folder is created on disk', async (t) => {
  const { workspace, path } = setUp(t, 'x', {
    write: async () => {
      throw new CoderError('refused', 'no');
    },
  });
  await assert.rejects(workspace.writeFile('new.txt', Buffer.from('x'), { over: null }), { code: 'refused' });
  await workspace.writeFile('deep/er/new.txt', Buffer.from('x'), { over: null });
  assert.equal(readFileSync(join(path, 'deep', 'er', 'new.txt'), 'utf8'), 'x');
});
