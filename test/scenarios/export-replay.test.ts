import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

test('CLI-4 SES-8 coder export and coder replay work from the command line, without a model', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  writeFileSync(join(place.path, 'other.txt'), 'as it was\n');
  const edit = { path: 'a.txt', old_string: 'one', new_string: 'two' };
  await using server = await startModelServer([
    call('read', { path: 'other.txt' }),
    call('edit', edit, 'call_2'),
    say('**Done.**'),
  ]);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  const first = await runCoder(['--mode', 'auto-edit', '-p', 'change it', '--output-format', 'json'], options);
  assert.equal(first.code, 0, first.stderr);
  await server.close(); // neither export nor replay needs a model
  const { session: id } = JSON.parse(first.stdout) as { session: string };

  const page = join(place.path, 'page.html');
  const exported = await runCoder(['export', id, '-o', page], options);
  assert.deepEqual([exported.code, exported.stderr], [0, `Written: ${page}\n`]);
  assert.ok(readFileSync(page, 'utf8').includes('<strong>Done.</strong>'));
  const markdown = await runCoder(['export', id, '--md'], options);
  assert.ok(markdown.stdout.includes('### edit `a.txt +1 -1`') && markdown.stdout.includes('+two'), markdown.stderr);
  const cut = await runCoder(['export', id, '--html'], { ...options, onSpawn: (child) => child.stdout?.destroy() });
  assert.equal(cut.stderr, '', 'a reader that has gone is no error to tell of');
  const json = await runCoder(['export', id, '--json'], options);
  assert.equal((JSON.parse(json.stdout) as { id: string }).id, id);

  const same = await runCoder(['replay', id], options);
  assert.deepEqual([same.code, same.stdout], [0, '1 turn, 2 results compared, 0 different, 0 not run again\n']);
  writeFileSync(join(place.path, 'other.txt'), 'as it is\n');
  const changed = await runCoder(['replay', id, '--json'], options);
  assert.equal(changed.code, 1);
  const { differences } = JSON.parse(changed.stdout) as { differences: { call: string }[] };
  assert.deepEqual(
    differences.map((difference) => difference.call),
    ['read call_1'],
  );
});

test('CLI-4 export and replay report what is wrong', async () => {
  using place = scratch();
  for (const args of [['export'], ['export', 'a', 'b'], ['export', 'a', '--md', '--html'], ['replay']]) {
    const ended = await runCoder(args, { cwd: place.path });
    assert.deepEqual([ended.code, ended.stdout], [2, ''], args.join(' '));
    assert.match(ended.stderr, /^usage: coder (export|replay) ID/);
  }
  for (const command of ['export', 'replay']) {
    const ended = await runCoder([command, 'nope'], { cwd: place.path });
    assert.deepEqual([ended.code, ended.stderr], [1, 'coder: Session not found: nope\n']);
  }
});

test('CMD-3 /exit quietly ends a conversation by lines', async () => {
  using place = scratch();
  const ended = await runCoder(['--input-format', 'lines'], { cwd: place.path, input: '/mode\n/exit\n/tools\n' });
  assert.equal(ended.code, 0);
  assert.match(ended.stdout, /^mode: build\n/);
  assert.ok(!ended.stdout.includes('Tools in'));
});
