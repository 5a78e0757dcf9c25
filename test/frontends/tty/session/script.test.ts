import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptRun } from '../../../../src/frontends/tty/session/script.ts';
import type { Event } from '../../../../src/protocol/event.ts';
import { NO_USAGE } from '../../../../src/protocol/message.ts';

type Reason = Extract<Event, { type: 'turn-end' }>['reason'];

function play(...reasons: (Reason | 'stop')[]) {
  const done: string[] = [];
  const script = { lines: ['one', '/two'], farewell: (succeeded: boolean) => (succeeded ? 'bye' : 'stopped') };
  const run = createScriptRun(script, {
    say: (line) => void done.push(line),
    leave: (code) => void done.push(`leave ${code}`),
  });
  run.next();
  for (const reason of reasons) {
    if (reason === 'stop') run.stop();
    else run.event({ type: 'turn-end', turn: 't', reason, usage: NO_USAGE, seq: 0, at: 0 });
    run.next();
  }
  return [...done, run.farewell];
}

test('CLI-7 a script types its lines one after the other and leaves; it stops if a turn fails', () => {
  assert.deepEqual(play('answered', 'answered'), ['one', '/two', 'leave 0', 'bye']);
  assert.deepEqual(play('cancelled'), ['one', 'leave 1', 'stopped']);
  assert.deepEqual(play('stop', 'cancelled'), ['one', 'stopped'], 'a person who leaves is not made to leave again');
  assert.deepEqual(
    play('answered'),
    ['one', '/two', 'stopped'],
    'a person who leaves early is not told that the script ended',
  );
});
