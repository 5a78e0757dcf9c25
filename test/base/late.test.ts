/** A module that is needed again is not asked for again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { late } from '../../src/base/late.ts';

test('what is loaded late is loaded once, and not before it is needed', async () => {
  let times = 0;
  const load = late(() => Promise.resolve(++times));
  assert.equal(times, 0);
  assert.deepEqual([await load(), await load()], [1, 1]);
});
