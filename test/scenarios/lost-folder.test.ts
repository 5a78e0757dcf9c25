import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calls, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

const USES = [
  { name: 'read', args: { path: 'a.txt' } },
  { name: 'list', args: {} },
  { name: 'grep', args: { pattern: 'one' } },
  { name: 'glob', args: { pattern: '*' } },
  { name: 'bash', args: { command: 'echo x > b.txt' } },
  { name: 'write', args: { path: 'sub/new.txt', content: 'hi\n' } },
  { name: 'edit', args: { path: 'a.txt', old_string: 'one', new_string: 'two' } },
].map((each, at) => ({ ...each, id: `c${at}` }));

interface Told {
  type: string;
  message?: { role: string; outcome: { status: string; error?: string } };
}

async function run(path: string, meanwhile: () => void): Promise<{ code: number | null; told: Told['message'][] }> {
  await using server = await startModelServer((_, index) => {
    if (index === 1) meanwhile();
    if (index === 0) return calls([{ id: 'first', name: 'read', args: { path: 'a.txt' } }]);
    return index === 1 ? calls(USES) : say('done');
  });
  const args = ['-p', 'go', '--mode', 'yolo', '--output-format', 'stream-json'];
  const { stdout, code } = await runCoder(args, { cwd: path, url: server.url });
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Told);
  return { code, told: events.flatMap(({ message }) => (message?.role === 'tool' ? [message] : [])).slice(1) };
}

test('H3 if the folder is removed while coder runs, every call reports it, nothing is recreated, and the turn ends', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  const { code, told } = await run(place.path, () => rmSync(place.path, { recursive: true }));
  assert.equal(code, 0);
  assert.equal(told.length, USES.length);
  for (const each of told) {
    assert.equal(each?.outcome.status, 'failed');
    assert.match(each?.outcome.error ?? '', /^The folder .* is gone: it was removed or moved/);
  }
  assert.ok(!existsSync(place.path));
});

test('H3 if the folder is replaced by another of the same name, work and the session continue in the new one', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  const { code, told } = await run(place.path, () => {
    rmSync(place.path, { recursive: true });
    mkdirSync(place.path);
    writeFileSync(join(place.path, 'a.txt'), 'other\n');
  });
  assert.equal(code, 0);
  assert.equal(told.filter((each) => each?.outcome.status === 'ok').length, USES.length - 1);
  assert.equal(told.at(-1)?.outcome.status, 'failed', 'an edit of what is not there');
  assert.equal(readFileSync(join(place.path, 'a.txt'), 'utf8'), 'other\n');
  const logs = readdirSync(join(place.path, '.coder', 'sessions')).filter((name) => name.endsWith('.jsonl'));
  assert.equal(logs.length, 1);
  assert.match(readFileSync(join(place.path, '.coder', 'sessions', logs[0] ?? ''), 'utf8'), /"go".*done/s);
});
