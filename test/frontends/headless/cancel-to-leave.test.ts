import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextMoment } from 'node:timers/promises';
import { cancelToLeave } from '../../../src/frontends/headless/cancel-to-leave.ts';

test('FLEET-4 the hooks of a session’s end get half a second, however long the turn takes to end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const over = Promise.withResolvers<void>();
  const sent: string[] = [];
  cancelToLeave({ agent: { send: async ({ type }) => void sent.push(type), settled: () => over.promise } });
  t.mock.timers.tick(10_000);
  assert.deepEqual(sent, ['cancel']);
  over.resolve();
  await nextMoment();
  t.mock.timers.tick(499);
  assert.deepEqual(sent, ['cancel']);
  t.mock.timers.tick(1);
  assert.deepEqual(sent, ['cancel', 'cancel']);
});

test('FLEET-4 an agent that exists only after the signal is cancelled too', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: string[] = [];
  const running: Parameters<typeof cancelToLeave>[0] = {};
  cancelToLeave(running);
  Object.assign(running, { agent: { send: async ({ type }: { type: string }) => void sent.push(type) } });
  t.mock.timers.tick(500);
  assert.deepEqual(sent, ['cancel']);
});
