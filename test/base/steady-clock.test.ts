import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steadyClock } from '../../src/base/steady-clock.ts';

test('H8 time runs evenly when the system clock is changed, until the clock is synced again', () => {
  let [day, elapsed] = [1_000_000, 0];
  const clock = steadyClock(
    () => day,
    () => elapsed,
  );
  day -= 86_400_000;
  elapsed += 250;
  assert.equal(clock.now(), 1_000_250);
  clock.sync();
  assert.equal(clock.now(), day);
});
