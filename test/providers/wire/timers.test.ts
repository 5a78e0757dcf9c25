import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRODUCT_TIMERS, stallTimer } from '../../../src/providers/wire/timers.ts';

test('a process that was suspended longer than the limit reads data that has arrived before it gives up', async () => {
  let stalled = 0;
  const timer = stallTimer({ ...PRODUCT_TIMERS, firstDataMs: 50 }, () => stalled++);
  timer.wait('nothing');
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(() => {
    const until = performance.now() + 100;
    while (performance.now() < until); // nothing is read meanwhile, as after SIGSTOP
    setImmediate(() => {
      timer.pause();
      timer.wait('event');
      setImmediate(() => setImmediate(resolve));
    });
  }, 1);
  await promise;
  timer.stop();
  assert.equal(stalled, 0);
});
