import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAtATime } from '../../../src/core/call/one-at-a-time.ts';
import type { Checkpoint } from '../../../src/protocol/undo.ts';

const touch = { paths: [], shell: true };

function record(): { checkpoint: Checkpoint; said: string[] } {
  const said: string[] = [];
  const checkpoint: Checkpoint = {
    begin: () => {},
    prepare: () => {},
    settled: async () => {},
    close: () => {},
    async before() {
      said.push('before');
      return async () => void said.push('done');
    },
  };
  return { checkpoint, said };
}

test('SES-7 file changes of sub-agents that work side by side are recorded one after the other', async () => {
  const { checkpoint, said } = record();
  const { before } = oneAtATime(checkpoint);
  const { signal } = new AbortController();
  const first = await before(touch, signal);
  const second = before(touch, signal);
  await Promise.resolve();
  assert.deepEqual(said, ['before']);
  await first();
  await (await second)();
  assert.deepEqual(said, ['before', 'done', 'before', 'done']);
});

test('SES-7 a cancel releases all calls that wait', async () => {
  const { checkpoint } = record();
  const { before } = oneAtATime(checkpoint);
  const stop = new AbortController();
  await before(touch, stop.signal);
  const second = before(touch, stop.signal);
  stop.abort();
  await second;
});
