import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutgoing } from '../../src/context/outgoing.ts';
import { sentOf } from '../../src/log/sent.ts';
import { toModel } from '../../src/log/to-model.ts';
import { type Message, textOf } from '../../src/protocol/message.ts';
import type { Entry, EntryBody } from '../../src/protocol/session.ts';
import { randomHistory, seeded } from './history.ts';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const answer = (text: string, input?: number, output = 0): Message => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
  model: 'm',
  ...(input !== undefined && { usage: { input, output, cached: 0 } }),
});

function createLog(): { entries: Entry[]; add(body: EntryBody): string; say(message: Message): string } {
  const entries: Entry[] = [];
  const add = (body: EntryBody) => {
    entries.push({ ...body, id: `e${entries.length}`, at: entries.length });
    return `e${entries.length - 1}`;
  };
  return { entries, add, say: (message) => add({ type: 'message', turn: 't', prompt: 'p', message }) };
}

const texts = (messages: readonly Message[]) =>
  messages.map((message) =>
    message.role === 'user' || message.role === 'assistant' ? textOf(message.content) : message.role,
  );

test('OUT-10 the size is the provider’s own figure plus an estimate for newer messages, and marked as estimated', () => {
  const log = createLog();
  const outgoing = createOutgoing(log.entries);
  log.add({ type: 'request', model: 'm', system: 'x'.repeat(400), tools: [] });
  log.say(user('y'.repeat(400)));
  assert.deepEqual(outgoing.size(), { tokens: 204, estimated: true });
  log.say(answer('z', 408, 10)); // twice the estimate
  assert.deepEqual(outgoing.size(), { tokens: 418, estimated: false });
  assert.equal(outgoing.factor(), 2);
  log.say(user('y'.repeat(400)));
  assert.deepEqual(outgoing.size(), { tokens: 418 + 208, estimated: true });
});

test('CTX-7 a server that reports nonsense does not hide a full context', () => {
  const log = createLog();
  const outgoing = createOutgoing(log.entries);
  log.say(user('y'.repeat(400_000)));
  log.say(answer('z', 3, 1));
  assert.equal(outgoing.size().tokens, 4);
  assert.ok(outgoing.load() > 40_000);
});

test('CTX-4 a compaction replaces older messages; undo restores them to the byte', () => {
  const log = createLog();
  const outgoing = createOutgoing(log.entries);
  log.say(user('one'));
  log.say(answer('two', 50, 5));
  const keepFrom = log.say(user('three'));
  const before = outgoing.messages();
  const id = log.add({ type: 'compaction', by: 'rules', summary: 'it was counted', pinned: '', keepFrom });
  assert.equal(outgoing.messages().length, 2);
  assert.match(texts(outgoing.messages())[0] ?? '', /it was counted/);
  assert.equal(outgoing.size().estimated, true);
  log.say(answer('four'));
  log.add({ type: 'compaction-undo', of: id });
  assert.deepEqual(outgoing.messages().slice(0, 3), before);
  assert.deepEqual(texts(outgoing.messages()), ['one', 'two', 'three', 'four']);
  assert.equal(outgoing.size().tokens, 55 + Math.round(outgoing.factor() * 11));
});

test('CTX-4 a compaction that names a lost message changes nothing', () => {
  const log = createLog();
  log.say(user('one'));
  log.add({ type: 'compaction', by: 'rules', summary: 's', keepFrom: 'gone' });
  assert.deepEqual(texts(sentOf(log.entries)), ['one']);
});

test('H5 CTX-4 a history cut at any entry gives the engine and the snapshot the same messages, step by step', () => {
  const log = createLog();
  const followed = createOutgoing(log.entries);
  const next = seeded(3);
  const compactions: string[] = [];
  for (const message of randomHistory(next)) {
    log.say(message);
    if (next(20) === 0) {
      const items = followed.items();
      const keepFrom = items[next(items.length)]?.id ?? '';
      compactions.push(log.add({ type: 'compaction', by: 'model', summary: `up to ${keepFrom}`, keepFrom }));
    }
    const last = compactions.at(-1);
    if (last !== undefined && next(30) === 0) {
      log.add({ type: 'compaction-undo', of: last });
      compactions.pop();
    }
    assert.deepEqual(followed.messages(), toModel(sentOf(log.entries)));
    assert.deepEqual(followed.size(), createOutgoing(log.entries).size());
  }
});

test('a step looks only at new entries', () => {
  const log = createLog();
  let looks = 0;
  const watched = new Proxy(log.entries, {
    get(entries, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
      return Reflect.get(entries, key, receiver) as unknown;
    },
  });
  const outgoing = createOutgoing(watched);
  for (let turn = 0; turn < 2_000; turn++) log.say(user(`message ${turn}`));
  outgoing.size();
  looks = 0;
  for (let step = 0; step < 100; step++) {
    log.say(answer('ok'));
    outgoing.load();
  }
  assert.equal(looks, 100);
});
