import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftAfter, WAYS } from '../fixtures/mcp-exits.ts';

test('EXT-11 a wrapped server that ignores the end of its input is gone after every way to leave coder', async () => {
  const left = await Promise.all(WAYS.map(leftAfter));
  assert.deepEqual(
    left,
    WAYS.map(() => []),
  );
});
