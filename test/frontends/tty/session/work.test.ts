import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followWork, startWork } from '../../../../src/frontends/tty/session/work.ts';
import type { Event } from '../../../../src/protocol/event.ts';
import { en } from '../../../../src/words/en.ts';

test('OUT-9 while a retry waits, the live line says so and leaves the reason to the line above', () => {
  const retry: Event = { type: 'retry', attempt: 1, of: 3, delayMs: 900, reason: 'it broke', discarded: false };
  const work = followWork(startWork('starting', 0), { ...retry, seq: 0, at: 0 }, en.screen);
  assert.deepEqual(work, { what: 'waiting to try again', since: 0, tokens: 0 });
});

test('OUT-9 while an approved command runs, the live line names it, and the time spent asking does not count', () => {
  const events: (Event & { at: number })[] = [
    {
      type: 'call-start',
      call: { id: 'c', name: 'bash', arguments: '{}' },
      view: { title: 'npm test' },
      at: 1000,
    },
    { type: 'request-start', request: { kind: 'pick', id: 'q', title: '?', options: [] }, at: 1000 },
    { type: 'request-end', id: 'q', answer: { kind: 'pick', picked: 0 }, at: 7000 },
  ];
  let work = startWork('starting', 500);
  for (const [seq, event] of events.entries()) work = followWork(work, { ...event, seq }, en.screen);
  assert.deepEqual([work.what, work.since], ['bash npm test', 6500]);
  const ended: Event = {
    type: 'call-end',
    callId: 'c',
    outcome: { status: 'ok', result: {} },
    view: { title: 'npm test' },
    durationMs: 1,
  };
  assert.equal(followWork(work, { ...ended, seq: 9, at: 0 }, en.screen).what, en.screen.waiting);
});
