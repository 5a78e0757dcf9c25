import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { explain, parse } from '../../src/base/schema.ts';
import { eventSchema } from '../../src/protocol/event.ts';
import { call, calls, say, startModelServer, status } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

test('CLI-2 every line of stream-json conforms to the published schema, whatever happens', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  writeFileSync(join(place.home, 'c.json'), '{ "runtime": { "retry_base_ms": 1 } }');
  await using server = await startModelServer([
    calls([
      { name: 'read', args: { path: 'a.txt' } },
      { name: 'nothing', args: {} },
      { name: 'bash', args: { command: 'echo out; echo err >&2' } },
      { name: 'todowrite', args: { todos: [{ content: 'one', status: 'in_progress' }] } },
      { name: 'edit', args: { path: 'a.txt', old_string: 'one', new_string: 'two' } },
      { name: 'task', args: { agent: 'explore', objective: 'look' } },
    ]),
    say('the sub-agent looked'),
    status(503, {}, 'busy'),
    call('write', { path: '../out', content: 'x' }),
    say('done'),
    status(401, {}, '{"error":{"message":"no"}}'),
  ]);
  const args = [
    '--input-format',
    'lines',
    '--output-format',
    'stream-json',
    '--mode',
    'auto-edit',
    '--config',
    join(place.home, 'c.json'),
  ];
  const { stdout, stderr } = await runCoder(args, {
    cwd: place.path,
    url: server.url,
    input: 'go\n! echo hi\n/tools\nagain\n',
  });
  const lines = stdout.trimEnd().split('\n');
  const kinds = new Set<string>();
  for (const line of lines) {
    const parsed = parse(eventSchema, JSON.parse(line));
    assert.ok(parsed.ok, parsed.ok ? '' : `${explain(parsed.issues)}\n${line}`);
    kinds.add(parsed.value.type);
  }
  for (const kind of [
    'turn-start',
    'turn-end',
    'call-start',
    'call-output',
    'call-end',
    'retry',
    'notice',
    'state-change',
  ]) {
    assert.ok(kinds.has(kind), `${kind} was seen; stderr: ${stderr}`);
  }
});
