import assert from 'node:assert/strict';
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Workspace } from '../../src/host/files/workspace.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { editTool } from '../../src/tools/edit.ts';
import { writeTool } from '../../src/tools/write.ts';
import { toolContext as context, errorOf, fileTools, resultOf, scratchFolder } from '../fixtures/file-tools.ts';

async function setUp(t: TestContext) {
  const files = await fileTools(t);
  const edit = editTool(files);
  const run = (args: Parameters<typeof edit.execute>[0], callId?: string) => executeTool(edit, args, context(callId));
  return { ...files, edit, run };
}

test('TOOL edit reports what it did', async (t) => {
  const { run, at, edit } = await setUp(t);
  await writeFile(at('a.txt'), 'one\ntwo\nthree\n');
  const args = { path: 'a.txt', old_string: 'two', new_string: '2' };
  const outcome = await run(args);
  const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
  assert.deepEqual(outcome, {
    status: 'ok',
    result: { path: 'a.txt', replacements: 1, match: 'exact', diff, additions: 1, deletions: 1 },
  });
  assert.equal(await readFile(at('a.txt'), 'utf8'), 'one\n2\nthree\n');
  const change = { what: 'a.txt', isNew: false, added: 1, removed: 1 };
  assert.deepEqual(edit.view(args, outcome), { title: 'a.txt +1 -1', body: [{ type: 'diff', diff }], change });
  assert.deepEqual(edit.view(args), { title: 'a.txt' });
});

test('APR-5 the preview shows the same diff and changes nothing', async (t) => {
  const { edit, at } = await setUp(t);
  await writeFile(at('a.txt'), 'one\n');
  const view = await edit.preview?.({ path: 'a.txt', old_string: 'one', new_string: 'two' }, context());
  assert.deepEqual(view, {
    title: 'a.txt +1 -1',
    body: [{ type: 'diff', diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n' }],
    change: { what: 'a.txt', isNew: false, added: 1, removed: 1 },
  });
  assert.equal(await readFile(at('a.txt'), 'utf8'), 'one\n');
});

test('APR-5 a file that changed after it was shown is left alone', async (t) => {
  const { edit, run, at } = await setUp(t);
  await writeFile(at('a.txt'), 'one\n');
  const args = { path: 'a.txt', old_string: 'one', new_string: 'two' };
  await edit.preview?.(args, context('shown'));
  await writeFile(at('a.txt'), 'one\nmore\n');
  assert.match(errorOf(await run(args, 'shown')), /a\.txt changed on disk since/);
  assert.equal(await readFile(at('a.txt'), 'utf8'), 'one\nmore\n');
});

test("MDL-10 a file changed by one of the model's commands is edited if it matches exactly, and a note says so", async (t) => {
  const { run, at, workspace, seen } = await setUp(t);
  const write = writeTool({ workspace, seen });
  await writeFile(at('a.txt'), 'one\n  two\n');
  seen.remember(await workspace.readFile('a.txt'));
  const startedAt = Date.now();
  await writeFile(at('a.txt'), 'one\n  two\nthree\n');
  seen.commandRan(startedAt, Date.now());
  assert.match(
    errorOf(await executeTool(write, { path: 'a.txt', content: 'all' }, context('w'))),
    /changed on disk since you last read it/,
  );
  const loose = { path: 'a.txt', old_string: 'one\ntwo', new_string: '1' };
  assert.match(errorOf(await run(loose)), /changed on disk since you last read it/);
  const { note } = resultOf(await run({ path: 'a.txt', old_string: 'one', new_string: '1' }));
  assert.equal(note, 'the file had changed since you read it');
  assert.equal(await readFile(at('a.txt'), 'utf8'), '1\n  two\nthree\n');
  assert.equal(resultOf(await run({ path: 'a.txt', old_string: '1', new_string: '2' })).note, undefined, 'known now');
});

test('MDL-5 several edits of one file apply in order, all or none; an empty old_string creates a file', async (t) => {
  const { run, at } = await setUp(t);
  await writeFile(at('a.txt'), 'one\ntwo\ntwo\n');
  const first = { old_string: 'one', new_string: 'two' };
  const bad = await run({ path: 'a.txt', edits: [first, { old_string: 'nine', new_string: '9' }] });
  assert.match(errorOf(bad), /^edits\[1\]: old_string is not in a\.txt\./);
  assert.equal(await readFile(at('a.txt'), 'utf8'), 'one\ntwo\ntwo\n');
  const done = await run({
    path: 'a.txt',
    edits: [first, { old_string: 'two', new_string: '2', replace_all: true }],
  });
  assert.equal(resultOf(done).replacements, 4);
  assert.equal(await readFile(at('a.txt'), 'utf8'), '2\n2\n2\n');
  assert.match(
    errorOf(await run({ path: 'a.txt', old_string: 'two' })),
    /^edit needs old_string and new_string, or edits/,
  );
  const made = resultOf(await run({ path: 'sub/new.txt', old_string: '', new_string: 'new\n' }));
  assert.deepEqual([made.operation, made.additions], ['created', 1]);
  assert.equal(await readFile(at('sub/new.txt'), 'utf8'), 'new\n');
});

test('TOOL-3 a file that changed since it was read is refused until it is read again', async (t) => {
  const { run, at, workspace, seen } = await setUp(t);
  await writeFile(at('a.txt'), 'one\n');
  seen.remember(await workspace.readFile('a.txt'));
  await writeFile(at('a.txt'), 'one\ntwo\n');
  const args = { path: 'a.txt', old_string: 'one', new_string: '1' };
  assert.match(errorOf(await run(args)), /changed on disk since you last read it\. Read it again/);
  seen.remember(await workspace.readFile('a.txt'));
  assert.equal((await run(args)).status, 'ok');
  assert.equal((await run({ ...args, old_string: '1', new_string: '2' })).status, 'ok', 'its own edit is known');
});

describe('TOOL edit says what is wrong', () => {
  const file = 'function greet(name) {\n  return `Hello ${name}`;\n}\n\nfunction leave() {\n  return 1;\n}\n';
  const cases: { name: string; old: string; next?: string; path?: string; error: RegExp; result?: object }[] = [
    { name: 'an empty old_string', old: '', error: /old_string is empty.*use write/ },
    { name: 'nothing to change', old: 'x', next: 'x', error: /are the same/ },
    { name: 'a missing file', old: 'x', path: 'b.txt', error: /no such file: b\.txt\. Did you mean a\.txt\?/ },
    { name: 'a directory', old: 'x', path: '.', error: /is a folder, not a file/ },
    { name: 'a path outside', old: 'x', path: '../x', error: /path outside workspace/ },
    { name: 'a protected path', old: 'x', path: '.git/config', error: /protected path/ },
    {
      name: 'two places',
      old: 'return',
      error: /found 2 times in a\.txt, at lines 2, 6\. Add lines around it.*replace_all/,
      result: { lines: [2, 6] },
    },
    {
      name: 'a text that is not there, with the closest match',
      old: 'function greet(person) {\n  return `Hallo ${person}`;\n}',
      error:
        /not in a\.txt\. The closest is at lines 1-3\. First difference at line 1: the file has "function greet\(name\) \{"/,
      result: {
        closest: { start_line: 1, end_line: 3, text: file.split('\n').slice(0, 3).join('\n'), similarity: 0.67 },
      },
    },
    { name: 'another case', old: 'Function Leave() {', error: /differ in upper and lower case/ },
    {
      name: 'an edit made before',
      old: 'function hello(name) {',
      next: 'function greet(name) {',
      error: /new_string already is/,
    },
    {
      name: 'a text that is not there, whose new text occurs elsewhere by chance',
      old: 'function leave(now) {\n  return 2;\n}',
      next: '}',
      error: /The closest is at lines 5-7\./,
    },
    {
      name: 'an edit made before, still with the closest place',
      old: 'function greet(name) {\n  return `Hi ${name}`;',
      next: 'function greet(name) {\n  return `Hello ${name}`;',
      error: /new_string already is, at line 1: the edit may have been made before\. The closest is at lines 1-2/,
    },
    { name: 'nothing like it', old: '€€€€€€€€€€', error: /Nothing similar was found/ },
  ];
  for (const { name, old, next = 'new', path = 'a.txt', error, result } of cases) {
    test(name, async (t) => {
      const { run, at } = await setUp(t);
      await writeFile(at('a.txt'), file);
      const outcome = await run({ path, old_string: old, new_string: next });
      assert.match(errorOf(outcome), error);
      if (result) assert.deepEqual(outcome.status !== 'ok' && outcome.result, result);
      assert.equal(await readFile(at('a.txt'), 'utf8'), file);
    });
  }
});

test('TOOL edit replaces every one of very many places, or none with a message', async (t) => {
  const { run, at } = await setUp(t);
  await writeFile(at('many.txt'), 'a\n'.repeat(50_000));
  const args = { path: 'many.txt', old_string: 'a', new_string: 'b', replace_all: true };
  assert.equal((await run(args)).status, 'ok');
  assert.equal(await readFile(at('many.txt'), 'utf8'), 'b\n'.repeat(50_000));
  const more = 'a\n'.repeat(200_000);
  await writeFile(at('more.txt'), more);
  assert.match(errorOf(await run({ ...args, path: 'more.txt' })), /more than 100000 times/);
  assert.equal(await readFile(at('more.txt'), 'utf8'), more);
});

test('TOOL edit keeps mode bits, BOM, CRLF and the missing final newline', async (t) => {
  const { run, at } = await setUp(t);
  await writeFile(at('run.sh'), '\ufeff#!/bin/sh\r\necho a\r\necho b');
  await chmod(at('run.sh'), 0o754);
  const outcome = await run({ path: 'run.sh', old_string: 'echo a\necho b\n', new_string: 'echo a\necho c\n' });
  assert.equal(outcome.status, 'ok');
  assert.equal(await readFile(at('run.sh'), 'utf8'), '\ufeff#!/bin/sh\r\necho a\r\necho c');
  assert.equal((await stat(at('run.sh'))).mode & 0o777, 0o754);
});

test('TOOL edit refuses binaries and characters that the encoding lacks', async (t) => {
  const { run, at } = await setUp(t);
  await writeFile(at('x.bin'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]));
  assert.match(
    errorOf(await run({ path: 'x.bin', old_string: 'E', new_string: 'F' })),
    /not a text file: ELF program, 7 B/,
  );
  await writeFile(at('l.txt'), Buffer.from('caf\xe9 noir\n', 'latin1'));
  assert.match(errorOf(await run({ path: 'l.txt', old_string: 'noir', new_string: '黑' })), /windows-1252.*黑/);
  assert.equal((await run({ path: 'l.txt', old_string: 'café', new_string: 'thé' })).status, 'ok');
  assert.deepEqual(await readFile(at('l.txt')), Buffer.from('th\xe9 noir\n', 'latin1'));
});

test('TOOL edit explains what U+FFFD in old_string stands for', async (t) => {
  const { run, at } = await setUp(t);
  await writeFile(at('a.txt'), Buffer.concat([Buffer.from('é ü '), Buffer.of(0xff), Buffer.from(' end\n')]));
  const error = errorOf(await run({ path: 'a.txt', old_string: 'ü \ufffd end', new_string: 'x' }));
  assert.match(error, /U\+FFFD stands for bytes that are not text: leave them out/);
});

test('B2 B3 edit does not follow a link out of the workspace', async (t) => {
  const { run, at } = await setUp(t);
  const outside = await scratchFolder(t);
  await writeFile(join(outside, 'f'), 'one\n');
  await symlink(outside, at('folder'));
  await symlink(join(outside, 'f'), at('leaf'));
  for (const path of ['folder/f', 'leaf']) {
    assert.match(errorOf(await run({ path, old_string: 'one', new_string: 'two' })), /path outside workspace/);
  }
  assert.equal(await readFile(join(outside, 'f'), 'utf8'), 'one\n');
});

test('TOOL every byte outside the edited place is unchanged', async (t) => {
  const { run, at, seen } = await setUp(t);
  let seed = 20_261_115;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  const kinds: { words: string[]; encode: (text: string) => Buffer }[] = [
    { words: ['alpha', 'bêta', '好', '🎉', ' ', '\t'], encode: (text) => Buffer.from(text) },
    { words: ['alpha', 'bêta', '好', '🎉'], encode: (text) => Buffer.from(`\ufeff${text}`) },
    { words: ['alpha', 'bêta', '好', '🎉'], encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
    { words: ['alpha', 'bêta', '好', '🎉'], encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16() },
    { words: ['alpha', 'b\xeate', '\xe9 ', '\xdf-'], encode: (text) => Buffer.from(text, 'latin1') },
  ];
  for (let round = 0; round < 150; round++) {
    const { words, encode } = pick(kinds);
    const line = () => Array.from({ length: random(6) }, () => pick(words)).join('');
    const lines = Array.from({ length: random(12) + 1 }, line);
    const at1 = random(lines.length);
    lines[at1] = `${lines[at1]}MARK-${round}`;
    const texts = lines.map((text, index) =>
      index === lines.length - 1 && random(2) === 0 ? text : text + pick(['\n', '\r\n']),
    );
    const before = texts.join('');
    await writeFile(at('f.txt'), encode(before));
    seen.forget(at('f.txt'));
    const outcome = await run({ path: 'f.txt', old_string: `MARK-${round}`, new_string: 'changed' });
    assert.equal(outcome.status, 'ok', JSON.stringify([before, outcome]));
    assert.deepEqual(await readFile(at('f.txt')), encode(before.replace(`MARK-${round}`, 'changed')));
  }
});

test('TOOL-3 changes saved by someone else while the edit was being prepared are kept', async (t) => {
  const files = await fileTools(t);
  await files.put('a.txt', 'one\n');
  const workspace: Workspace = {
    ...files.workspace,
    async writeFile(path, bytes, options) {
      await files.put('a.txt', 'one\nof somebody else\n');
      return files.workspace.writeFile(path, bytes, options);
    },
  };
  const args = { path: 'a.txt', old_string: 'one', new_string: 'two' };
  const outcome = await executeTool(editTool({ ...files, workspace }), args, context());
  assert.match(errorOf(outcome), /a\.txt changed on disk just now\. Read it again/);
  assert.equal(await files.text('a.txt'), 'one\nof somebody else\n');
});
