import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '../../src/base/text/tokens.ts';
import { pinsOf } from '../../src/context/pins.ts';
import { prune } from '../../src/context/prune.ts';
import { splitOlder } from '../../src/context/split.ts';
import { summaryRequest } from '../../src/context/summary-request.ts';
import { summaryByRules } from '../../src/context/summary-rules.ts';
import { type Message, textOf } from '../../src/protocol/message.ts';
import type { Entry, EntryBody } from '../../src/protocol/session.ts';
import { times } from '../fixtures/long.ts';
import { randomHistory, seeded, sized } from './history.ts';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const run = (id: string, command: string): Message => ({
  role: 'assistant',
  content: [{ type: 'call', call: { id, name: 'bash', arguments: JSON.stringify({ command }) } }],
  model: 'm',
});
const ran = (callId: string, exit: number, stdout: string): Message => ({
  role: 'tool',
  callId,
  name: 'bash',
  outcome: { status: 'ok', result: { exit_code: exit, stdout } },
});
const said = (message: Message): EntryBody => ({ type: 'message', turn: 't', prompt: 'p', message });
const log = (...bodies: EntryBody[]): Entry[] => bodies.map((body, index) => ({ ...body, id: `e${index}`, at: 0 }));

test('CTX-8 the user’s words, pinned notes, open todos and the last failing check are carried through word for word', () => {
  const entries = log(
    said(user('Fix the parser.\n  Keep tabs; never touch src/old.ts!')),
    said(run('a', 'npm test')),
    said(ran('a', 1, 'not ok 3 - parses tabs')),
    said(run('b', 'npm run lint')),
    said(ran('b', 1, 'lint failed')),
    said(run('c', 'npm run lint')),
    said(ran('c', 0, '')),
    said({ role: 'note', text: 'the API is frozen', audience: 'both', pinned: true }),
    {
      type: 'todos',
      items: [
        { content: 'done already', status: 'completed' },
        { content: 'write the test', status: 'in_progress' },
      ],
    },
    said({ role: 'user', content: [{ type: 'text', text: 'Please continue.' }], by: 'coder' }),
    said(user('现在怎么样?')),
    said(user('kept, so not pinned')),
  );
  const pinned = pinsOf(entries, 'e11', 2_000);
  for (const words of [
    'Fix the parser.\n  Keep tabs; never touch src/old.ts!',
    '现在怎么样?',
    'the API is frozen',
    'write the test',
  ])
    assert.ok(pinned.includes(words), words);
  assert.match(pinned, /npm test[^\n]* ended with 1\nnot ok 3 - parses tabs/);
  for (const words of ['done already', 'Please continue', 'lint', 'kept, so not'])
    assert.ok(!pinned.includes(words), words);
});

test('CTX-8 within a bound, the newest words and the first ones stay', () => {
  const entries = log(
    ...Array.from({ length: 200 }, (_, index) => said(user(`message ${index} ${'x'.repeat(200)}`))),
    said(user('kept')),
  );
  const pinned = pinsOf(entries, 'e200', 1_000);
  assert.ok(estimateTokens(pinned) <= 1_100, String(estimateTokens(pinned)));
  assert.match(pinned, /1\. message 0 /);
  assert.match(pinned, /200\. message 199 /);
  assert.match(pinned, /more are in the session file/);
});

test('CTX-5 old outputs are removed, errors and the newest stay', () => {
  const long = 'x'.repeat(4_000);
  const items = sized([
    user('go'),
    run('a', 'cat big'),
    ran('a', 0, long),
    run('b', 'make'),
    ran('b', 2, long),
    run('c', 'cat other'),
    ran('c', 0, long),
    run('d', 'cat last'),
    ran('d', 0, long),
  ]);
  assert.deepEqual([...prune(items, 500).keys()].sort(), ['e2', 'e6']);
  const pruned = prune(items, 500).get('e2');
  assert.deepEqual(pruned?.role === 'tool' && pruned.outcome, {
    status: 'ok',
    result: { exit_code: 0, stdout: '[left out: 4000 characters]' },
  });
  assert.deepEqual([...prune(items, 100_000).keys()], []);
});

test('CTX-2 the last 30 % stay, and a call is never separated from its result', () => {
  for (let seed = 1; seed < times({ long: 60, short: 12 }); seed++) {
    const items = sized(randomHistory(seeded(seed)));
    const split = splitOlder(items, 0.3);
    if (!split) continue;
    assert.deepEqual([...split.older, ...split.kept], items);
    assert.notEqual(split.kept[0]?.message.role, 'tool', `seed ${seed}`);
    const called = new Set(
      split.older.flatMap(({ message }) =>
        message.role === 'assistant'
          ? message.content.flatMap((part) => (part.type === 'call' ? [part.call.id] : []))
          : [],
      ),
    );
    const parted = split.kept.filter(({ message }) => message.role === 'tool' && called.has(message.callId));
    assert.deepEqual(parted, [], `seed ${seed}`);
  }
});

test('CTX-2 the rule-based summary names goal, work, files and errors, within its room', () => {
  const older = [
    user('Make it fast.'),
    run('a', 'npm test'),
    ran('a', 1, 'no'),
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'The cache is cold.' },
        { type: 'call', call: { id: 'r', name: 'read', arguments: '{"path":"src/cache.ts"}' } },
      ],
      model: 'm',
    } as Message,
  ];
  const summary = summaryByRules(older, 4_000);
  for (const words of ['Make it fast.', 'bash: once', 'src/cache.ts', 'bash: ended with 1', 'The cache is cold.'])
    assert.ok(summary.includes(words), words);
  for (const room of [80, 500, 5_000]) {
    for (let seed = 1; seed < times({ long: 20, short: 4 }); seed++) {
      const messages = randomHistory(seeded(seed));
      assert.ok(summaryByRules(messages, room).length <= room + 40);
      const { messages: asked } = summaryRequest(messages, 'the parser', room * 10);
      const [only] = asked;
      assert.ok(only?.role === 'user' && textOf(only.content).length <= room * 10 + 300);
    }
  }
});
