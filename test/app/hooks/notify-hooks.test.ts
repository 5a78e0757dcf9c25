import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotifying } from '../../../src/app/hooks/notify-hooks.ts';
import type { AgentHandle } from '../../../src/protocol/agent.ts';
import type { Stamped } from '../../../src/protocol/event.ts';
import { type HookControl, type HookFact, NOTHING_SAID } from '../../../src/protocol/hooks.ts';
import { en } from '../../../src/words/en.ts';

test('HOOK-2 a minute after a turn, hooks are notified that coder waits, unless something else began', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const heard: HookFact[] = [];
  const hooks: HookControl = {
    listens: (event) => event === 'Notification',
    run: async (fact) => {
      heard.push(fact);
      return NOTHING_SAID;
    },
    within: () => hooks,
    list: () => [],
  };
  const passed: string[] = [];
  const notifying = createNotifying(({ type }) => passed.push(type));
  const send = (type: string, more: object = {}) => notifying.emit({ type, ...more } as unknown as Stamped);
  send('turn-end');
  notifying.start({ hooks, say: en.hooks, session: 's' });
  send('turn-end');
  t.mock.timers.tick(30_000);
  send('turn-start');
  t.mock.timers.tick(60_000);
  send('turn-end', { agent: 'explore' });
  t.mock.timers.tick(60_000);
  assert.equal(heard.length, 0);
  send('turn-end');
  t.mock.timers.tick(60_000);
  assert.deepEqual(
    heard.map(({ subject }) => subject),
    ['idle_prompt'],
  );
  send('turn-end');
  void notifying.until({ send: async () => {}, settled: async () => {} } as AgentHandle).send({ type: 'close' });
  t.mock.timers.tick(60_000);
  assert.equal(heard.length, 1);
  assert.equal(passed.length, 6);
});
