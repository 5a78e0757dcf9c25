import assert from 'node:assert/strict';
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { executeTool } from '../../src/protocol/tool.ts';
import { readTool } from '../../src/tools/read.ts';
import { writeTool } from '../../src/tools/write.ts';
import { errorOf, fileTools, resultOf, scratchFolder, toolContext } from '../fixtures/file-tools.ts';

async function setUp(t: TestContext) {
  const files = await fileTools(t);
  const write = writeTool(files);
  const read = readTool(files);
  return {
    ...files,
    write,
    run: (path: string, content: string, callId?: string) => executeTool(write, { path, content }, toolContext(callId)),
    read: (path: string) => executeTool(read, { path }, toolContext()),
  };
}

test('TOOL write creates a file and its folders', async (t) => {
  const { run, text, write } = await setUp(t);
  const outcome = await run('a/b/c.txt', 'x\ny\n');
  const diff = '--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n';
  assert.deepEqual(outcome, {
    status: 'ok',
    result: { path: 'a/b/c.txt', operation: 'created', size: 4, diff, additions: 2, deletions: 0 },
  });
  assert.equal(await text('a/b/c.txt'), 'x\ny\n');
  assert.deepEqual(write.view({ path: 'a/b/c.txt', content: '' }, outcome), {
    title: 'a/b/c.txt +2 -0',
    body: [{ type: 'diff', diff }],
    change: { what: 'a/b/c.txt', isNew: true, added: 2, removed: 0 },
  });
});

test('TOOL write updates a file it knows, and says if nothing changed', async (t) => {
  const { run, text } = await setUp(t);
  await run('a', 'x\n');
  const updated = resultOf(await run('a', 'y\n'));
  assert.deepEqual([updated.operation, updated.additions, updated.deletions], ['updated', 1, 1]);
  const unchanged = resultOf(await run('a', 'y\n'));
  assert.deepEqual([unchanged.operation, unchanged.diff], ['unchanged', '']);
  assert.equal(await text('a'), 'y\n');
});

test('TOOL-3 write refuses a file that was never read, or changed since', async (t) => {
  const { run, read, put, text } = await setUp(t);
  await put('a', 'mine\n');
  assert.match(errorOf(await run('a', 'new\n')), /a exists and you have not read it\. Read it first/);
  await read('a');
  await put('a', 'mine, changed\n');
  assert.match(errorOf(await run('a', 'new\n')), /a changed on disk since you last read it\. Read it again/);
  assert.equal(await text('a'), 'mine, changed\n');
  await read('a');
  assert.equal(resultOf(await run('a', 'new\n')).operation, 'updated');
});

test('TOOL-3 write replaces an empty file without reading it first', async (t) => {
  const { run, put } = await setUp(t);
  await put('a', '');
  assert.equal(resultOf(await run('a', 'new\n')).operation, 'updated');
});

test('APR-5 a file that appeared after the preview is left alone', async (t) => {
  const { run, put, text, write } = await setUp(t);
  const view = await write.preview?.({ path: 'a', content: 'x\n' }, toolContext('shown'));
  assert.deepEqual(view, {
    title: 'a +1 -0',
    body: [{ type: 'diff', diff: '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n' }],
    change: { what: 'a', isNew: true, added: 1, removed: 0 },
  });
  await put('a', '');
  assert.match(errorOf(await run('a', 'x\n', 'shown')), /changed on disk/);
  assert.equal(await text('a'), '');
});

test('TOOL write keeps mode bits, the byte order mark and CRLF', async (t) => {
  const { run, read, put, text, at } = await setUp(t);
  await put('a', '\ufeffx\r\ny\r\n');
  await chmod(at('a'), 0o750);
  await read('a');
  resultOf(await run('a', 'x\nz\n'));
  assert.equal(await text('a'), '\ufeffx\r\nz\r\n');
  assert.equal((await stat(at('a'))).mode & 0o777, 0o750);
  resultOf(await run('a', 'x\r\nz\n'));
  assert.equal(await text('a'), '\ufeffx\r\nz\n', 'line ends that are given are kept');
});

test('TOOL write keeps the encoding, or names the characters it lacks', async (t) => {
  const { run, read, put, at } = await setUp(t);
  await put('a', Buffer.from('caf\xe9\n', 'latin1'));
  await read('a');
  resultOf(await run('a', 'thé\n'));
  assert.deepEqual(await readFile(at('a')), Buffer.from('th\xe9\n', 'latin1'));
  assert.match(errorOf(await run('a', '茶\n')), /windows-1252, which has no character 茶/);
});

test('TOOL-2 B2 B3 write stays inside the workspace', async (t) => {
  const { run, at, write } = await setUp(t);
  const outside = await scratchFolder(t);
  await symlink(outside, at('docs'));
  await symlink(join(outside, 'new'), at('dangling'));
  for (const path of ['../x', join(outside, 'x'), 'docs/a/b/x', 'dangling']) {
    assert.match(errorOf(await run(path, 'x')), /path outside workspace/);
    await assert.rejects(async () => write.preview?.({ path, content: 'x' }, toolContext()), { code: 'outside' });
  }
  assert.match(errorOf(await run('.git/hooks/pre-commit', 'x')), /protected path/);
  assert.match(errorOf(await run('.CODER/config.json', '{}')), /protected path/);
});

test('TOOL write refuses folders and binaries', async (t) => {
  const { run, put } = await setUp(t);
  await put('d/x.bin', Buffer.of(0, 1, 2));
  assert.match(errorOf(await run('d', 'x')), /d is a directory/);
  assert.match(errorOf(await run('d/x.bin', 'x')), /not a text file: binary data, 3 B/);
});

test('F6 a very large write returns a diff that is cut', async (t) => {
  const { run } = await setUp(t);
  const result = resultOf(await run('big.txt', 'some line of text\n'.repeat(200_000)));
  assert.equal(result.additions, 200_000);
  assert.ok(String(result.diff).length < 40_000);
  assert.match(String(result.diff), /\n\\ \d+ more lines of this diff are not shown\n$/);
});
