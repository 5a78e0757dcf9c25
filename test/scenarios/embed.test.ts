import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { buildAgent as BuildAgent, Stamped } from '../../src/index.ts';
import { call, H, HANG, say, startModelServer } from '../fixtures/model-server.ts';
import { coderEnv, scratch } from '../fixtures/run-coder.ts';

const BUILT = new URL('../../dist/index.js', import.meta.url).href;

test('a program can build an agent, answer its requests, cancel it and close it', async () => {
  using place = scratch();
  const { buildAgent } = (await import(BUILT)) as { buildAgent: typeof BuildAgent };
  await using server = await startModelServer([
    call('write', { path: 'a.txt', content: 'x\n' }),
    say('Written.'),
    [H, HANG],
    say('never asked'),
  ]);
  const events: Stamped[] = [];
  const agent = await buildAgent(
    {
      cwd: place.path,
      env: coderEnv({ cwd: place.path, url: server.url }),
      attended: true,
      flags: { mode: 'default' },
    },
    (event) => {
      events.push(event);
      if (event.type !== 'request-start') return;
      void agent.send({ type: 'answer', id: event.request.id, answer: { kind: 'approval', choice: 'yes' } });
    },
  );
  await agent.send({ type: 'submit', text: 'write it' });
  assert.equal(readFileSync(join(place.path, 'a.txt'), 'utf8'), 'x\n');
  const hanging = agent.send({ type: 'submit', text: 'again' });
  const queued = agent.send({ type: 'submit', text: 'and again' });
  while (server.requests.length < 3) await new Promise((resolve) => setImmediate(resolve));
  await agent.send({ type: 'close' });
  await Promise.all([hanging, queued, server.close()]);
  const ends = events.flatMap((event) => (event.type === 'turn-end' ? [event.reason] : []));
  assert.deepEqual(ends, ['answered', 'cancelled']);
  assert.equal(server.requests.length, 3, 'what was queued is not begun after a close');
});

test('an agent needs only a callback for events; options that cannot be used fail with a code', async () => {
  using place = scratch();
  const { buildAgent } = (await import(BUILT)) as { buildAgent: typeof BuildAgent };
  const env = coderEnv({ cwd: place.path });
  const usual = { cwd: place.path, env };
  const answers: string[] = [];
  const agent = await buildAgent({ ...usual, flags: { model: 'offline' } }, (event) => {
    if (event.type === 'text-delta') answers.push(event.text);
  });
  await agent.send({ type: 'submit', text: 'hi' });
  await agent.send({ type: 'close' });
  assert.match(answers.join(''), /offline model/);
  const ignore = () => {};
  await assert.rejects(buildAgent({ ...usual, cwd: join(place.path, 'nope') }, ignore), /no such directory/);
  await assert.rejects(buildAgent({ ...usual, flags: { mode: 'foo' } }, ignore), { code: 'usage' });
  await assert.rejects(buildAgent({ ...usual, session: { kind: 'resume', id: 'nope' } }, ignore), {
    code: 'session-not-found',
  });
});
