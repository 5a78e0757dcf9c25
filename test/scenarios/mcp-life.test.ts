import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftAfter, WAYS } from '../fixtures/mcp-exits.ts';

test('EXT-11 however coder ends, a wrapped server that ignores the end of its input does not survive it', async () => {
  const left = await Promise.all(WAYS.map(leftAfter));
  assert.deepEqual(
    left,
    WAYS.map(() => []),
  );
});
