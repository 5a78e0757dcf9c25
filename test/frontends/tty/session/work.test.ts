import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followWork, startWork } from '../../../../src/frontends/tty/session/work.ts';
import type { Event } from '../../../../src/protocol/event.ts';
import { en } from '../../../../src/words/en.ts';

test('OUT-9 while a retry waits the live line says so, and leaves the reason to the line above it', () => {
  const retry: Event = { type: 'retry', attempt: 1, of: 3, delayMs: 900, reason: 'it broke', discarded: false };
  const work = followWork(startWork('starting', 0), { ...retry, seq: 0, at: 0 }, en.screen);
  assert.deepEqual(work, { what: 'waiting to try again', since: 0, tokens: 0 });
});
