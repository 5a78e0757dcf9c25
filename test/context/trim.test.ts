import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutgoing } from '../../src/context/outgoing.ts';
import { pinsOf } from '../../src/context/pins.ts';
import { summaryByRules } from '../../src/context/summary-rules.ts';
import { type HeadFor, trim } from '../../src/context/trim.ts';
import { sentOf } from '../../src/log/sent.ts';
import { toModel } from '../../src/log/to-model.ts';
import type { CompactionEntry } from '../../src/protocol/compaction.ts';
import { type Message, textOf } from '../../src/protocol/message.ts';
import type { Entry } from '../../src/protocol/session.ts';
import { times } from '../fixtures/long.ts';
import { assertSendable, randomHistory, seeded, sized } from './history.ts';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (id: string, args = '{}') => ({ type: 'call' as const, call: { id, name: 'read', arguments: args } });
const result = (callId: string, content: string): Message => ({
  role: 'tool',
  callId,
  name: 'read',
  outcome: { status: 'ok', result: { content, exit_code: 0 } },
});

function logOf(messages: readonly Message[]): Entry[] {
  return messages.map((message, index) => ({
    type: 'message',
    turn: 't',
    prompt: 'p',
    message,
    id: `e${index}`,
    at: index,
  }));
}

/** As the engine does it: trims, writes the entry, folds the log again. */
function trimmed(messages: readonly Message[], budget: number): { sent: Message[]; tokens: number } {
  const log = logOf(messages);
  const headFor: HeadFor = (older, keepFrom, bound) => ({
    summary: summaryByRules(
      older.map(({ message }) => message),
      bound,
    ),
    pinned: pinsOf(log, keepFrom, bound / 2),
  });
  const { changed, head } = trim(sized(messages), budget, headFor);
  const entry: CompactionEntry = { type: 'compaction', by: 'trim', changed: Object.fromEntries(changed), ...head };
  log.push({ ...entry, id: 'c1', at: 0 });
  const outgoing = createOutgoing(log);
  const sent = outgoing.messages();
  assert.deepEqual(sent, toModel(sentOf(log)), 'the snapshot holds what is sent');
  return { sent, tokens: outgoing.items().reduce((sum, item) => sum + item.tokens, 0) };
}

const HISTORIES = times({ long: 200, short: 15 });

test('CTX-7 any history fits any window of 2,000 tokens or more, and is valid to send', () => {
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const next = seeded(seed);
    const messages = randomHistory(next);
    const budget = [1_000, 2_000, 5_000, 20_000, 100_000][next(5)] ?? 2_000;
    const { sent, tokens } = trimmed(messages, budget);
    assert.ok(tokens <= budget, `seed ${seed}: ${tokens} of ${budget}`);
    assertSendable(sent, `seed ${seed}`);
  }
});

test('CTX-7 a history cut at any message boundary still fits the window', () => {
  const messages = randomHistory(seeded(8));
  for (let length = 1; length <= messages.length; length++) {
    const { sent, tokens } = trimmed(messages.slice(0, length), 1_500);
    assert.ok(tokens <= 1_500, `cut at ${length}: ${tokens}`);
    assertSendable(sent, `cut at ${length}`);
  }
});

test('CTX-7 one result of 20 MB and 1,000 calls in one step', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`);
  const messages: Message[] = [
    user('go'),
    { role: 'assistant', content: ids.map((id) => call(id)), model: 'm' },
    ...ids.map((id, index) => result(id, index === 500 ? 'x'.repeat(20_000_000) : 'short')),
  ];
  const { sent, tokens } = trimmed(messages, 2_000);
  assert.ok(tokens <= 2_000, String(tokens));
  assertSendable(sent, '1,000 calls');
  assert.equal(sent.at(-1)?.role, 'tool', 'the model still sees an answer to its last call');
});

test('CTX-7 a single message of 20 MB is cut, head and tail kept', () => {
  const { sent, tokens } = trimmed([user(`BEGIN ${'x'.repeat(20_000_000)} END`)], 2_000);
  const [only] = sent;
  assert.ok(tokens <= 2_000);
  assert.match(only?.role === 'user' ? textOf(only.content) : '', /^BEGIN [\s\S]*characters, cut[\s\S]* END$/);
});

test('CTX-7 the oldest tool results are dropped first, then the oldest turns', () => {
  const turn = (name: string): Message[] => [
    user(`please ${name}`),
    { role: 'assistant', content: [call(name)], model: 'm' },
    result(name, name.repeat(2_000)),
    { role: 'assistant', content: [{ type: 'text', text: `${name} is done` }], model: 'm' },
  ];
  const messages = [...turn('aaaa'), ...turn('bbbb'), ...turn('cccc')];
  const bodies = (sent: readonly Message[]) =>
    sent.flatMap((message) =>
      message.role === 'tool' && message.outcome.status === 'ok'
        ? [String(message.outcome.result['content']).slice(0, 8)]
        : [],
    );
  assert.deepEqual(bodies(trimmed(messages, 5_000).sent), ['[left ou', 'bbbbbbbb', 'cccccccc']);
  assert.deepEqual(bodies(trimmed(messages, 3_000).sent), ['[left ou', '[left ou', 'cccccccc']);
  const small = trimmed([...messages, ...turn('dddd'), ...turn('eeee'), user('and now?')], 220).sent;
  assert.match(small[0]?.role === 'user' ? textOf(small[0].content) : '', /compacted[\s\S]*please aaaa/);
  assert.deepEqual(small.at(-1), user('and now?'));
});
