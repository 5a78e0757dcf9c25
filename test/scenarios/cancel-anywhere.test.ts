import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerEveryCall } from '../../src/log/answer-every-call.ts';
import { callsOf } from '../../src/protocol/message.ts';
import { createEngine, editingTool, readingTool } from '../fixtures/engine.ts';
import { call, callsEnd, failure, scriptedProvider, stop, text, thinking } from '../fixtures/scripted-provider.ts';

/** A turn with everything that takes time: thinking, a retry, parallel reads, an edit that needs approval, an answer. */
async function cancelledAt(moment: number): Promise<number> {
  const controller = new AbortController();
  const ran: string[] = [];
  let isOver = false;
  const run = (name: string) => () => {
    assert.ok(!controller.signal.aborted || isOver, `${name} began after the cancel at event ${moment}`);
    ran.push(name);
    return 'seen';
  };
  const busy = { kind: 'status' as const, code: 'server', message: 'busy', retryable: true, retryAfterMs: 1 };
  const provider = scriptedProvider([
    [failure(busy as never)],
    [thinking('hm'), text('Looking.'), call('c1', 'look', {}), call('c2', 'look', { at: 'b' }), callsEnd],
    [text('Now.'), call('c3', 'change', { path: 'a' }), call('c4', 'look', {}), callsEnd],
    [text('Done.'), stop],
  ]);
  const tools = [readingTool('look', run('look')), editingTool('change', run('change'))];
  const engine = createEngine(provider, tools);
  engine.answerWith(() => ({ kind: 'approval', choice: 'yes' }));
  let seen = 0;
  const push = engine.events.push.bind(engine.events);
  engine.events.push = (...events) => {
    if (seen++ === moment) controller.abort();
    return push(...events);
  };
  const state = await engine.turn(engine.input('go'), controller.signal);
  isOver = true;

  const count = (type: string) => engine.events.filter((event) => event.type === type).length;
  assert.equal(count('call-start'), count('call-end'), `calls, cancelled at ${moment}`);
  assert.equal(count('request-start'), count('request-end'), `requests, cancelled at ${moment}`);
  assert.equal(count('turn-end'), 1);
  const messages = engine.messages();
  const asked = messages.flatMap((each) =>
    each.role === 'assistant' ? callsOf(each.content).map(({ id }) => id) : [],
  );
  const answered = messages.flatMap((each) => (each.role === 'tool' ? [each.callId] : []));
  assert.deepEqual(answered, asked, `every call is answered, cancelled at ${moment}`);
  assert.deepEqual(answerEveryCall(messages), messages, 'valid to send again');
  if (controller.signal.aborted && state.stop !== undefined && state.stop !== 'answered')
    assert.equal(state.stop, 'cancelled', `never reported as anything else, cancelled at ${moment}`);
  return seen;
}

test('G4 ESC-1 ESC-2 after a cancel at any event of a turn nothing new begins, every call is answered, and the turn ends as cancelled', async () => {
  const all = await cancelledAt(Number.POSITIVE_INFINITY);
  assert.ok(all > 20, String(all));
  for (let moment = 0; moment < all; moment++) await cancelledAt(moment);
});
