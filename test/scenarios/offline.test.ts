import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

test('CLI-5 PRV-3 without any key the offline model answers by a real tool call, and one line says how to connect another', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'hello.txt'), 'hi\n');
  const { code, stdout, stderr } = await runCoder(['-p', 'list the files here'], { cwd: place.path });
  assert.equal(code, 0);
  assert.match(stdout, /hello\.txt/);
  assert.match(stderr, /^The built-in offline model answers: .*OPENAI_API_KEY.*\n\[list\]/);
});

test('PRV-3 in Chinese: it creates a file when edits are allowed', async () => {
  using place = scratch();
  const args = ['-p', '创建 a.txt，内容为 你好', '--mode', 'auto-edit', '--lang', 'zh-CN'];
  const { code, stderr } = await runCoder(args, { cwd: place.path });
  assert.equal(code, 0);
  assert.match(stderr, /^由内置的离线模型回答/);
  assert.match(readFileSync(join(place.path, 'a.txt'), 'utf8'), /你好/);
});

test('CLI-7 coder demo --yes goes from red to green by itself and leaves nothing behind', async () => {
  using place = scratch();
  const { code, stdout } = await runCoder(['demo', '--yes'], { cwd: place.path });
  assert.equal(code, 0, stdout);
  const failure = stdout.includes('✖ ') ? '✖ ' : 'not ok'; // by the reporter of the Node that npm finds
  const order = ['todowrite', failure, '[read]', '-  for', '+  for', 'Fixed', 'checked:', '> /undo', 'Undone: '];
  let at = 0;
  for (const mark of order) {
    const found = stdout.indexOf(mark, at);
    assert.ok(found >= 0, `${mark} after ${at}`);
    at = found;
  }
  const [, folder = ''] = /failing test: (\S+)/.exec(stdout) ?? [];
  assert.ok(folder !== '' && !existsSync(folder));
});
