/** Tests that a lazily imported module is requested only once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { late } from '../../src/base/late.ts';

test('a late module is loaded once, and only when it is first needed', async () => {
  let times = 0;
  const load = late(() => Promise.resolve(++times));
  assert.equal(times, 0);
  assert.deepEqual([await load(), await load()], [1, 1]);
});
