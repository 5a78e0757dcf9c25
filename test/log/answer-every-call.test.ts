import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerEveryCall } from '../../src/log/answer-every-call.ts';
import type { Message } from '../../src/protocol/message.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { assistant, outline, tool, user } from '../session/open.ts';

const conversation = (...messages: Message[]) => outline(answerEveryCall(messages));

test('H5 I4 a conversation cut after any message is valid to send', () => {
  const whole = [
    user('go'),
    assistant('a', 'c1', 'c2'),
    tool('c1'),
    tool('c2'),
    assistant('b', 'c3'),
    tool('c3'),
    assistant('done'),
  ];
  for (let length = 0; length <= whole.length; length += 1) {
    const lines = conversation(...whole.slice(0, length));
    const calls = lines.flatMap((line) => line.match(/c\d/g) ?? []).length;
    assert.equal(calls % 2, 0, `cut at ${length}: ${lines.join(', ')}`);
  }
  assert.deepEqual(conversation(...whole.slice(0, 3)), [
    'user go',
    'assistant a >c1 >c2',
    'tool c1 ok',
    'tool c2 cancelled',
  ]);
});

test('H5 lost, duplicate and misplaced results are repaired', () => {
  const cases: [Message[], string[]][] = [
    [[tool('c1'), user('x')], ['user x']],
    [
      [assistant('a', 'c1'), tool('c1'), tool('c1')],
      ['assistant a >c1', 'tool c1 ok'],
    ],
    [
      [assistant('a', 'c1', 'c2'), tool('c2'), tool('c1')],
      ['assistant a >c1 >c2', 'tool c1 ok', 'tool c2 ok'],
    ],
    [
      [assistant('a', 'c1'), user('steer'), tool('c1')],
      ['assistant a >c1', 'tool c1 ok', 'user steer'],
    ],
    [
      [assistant('a', 'c1'), assistant('b', 'c1'), tool('c1')],
      ['assistant a >c1', 'tool c1 cancelled', 'assistant b >c1_2', 'tool c1_2 ok'],
    ],
    [
      [assistant('a', '', ''), tool(''), tool('')],
      ['assistant a >call_2 >call_3', 'tool call_2 ok', 'tool call_3 ok'],
    ],
  ];
  for (const [messages, expected] of cases) assert.deepEqual(conversation(...messages), expected);
});

test('a conversation that is already valid comes back as the same messages', () => {
  const messages = [user('a'), assistant('b', 'c1'), tool('c1'), assistant('c')];
  const folded = answerEveryCall(messages);
  assert.equal(folded[0], messages[0]);
  assert.equal(folded[1], messages[1]);
  assert.deepEqual(folded, messages);
});

test('a long conversation is processed in linear time', () => {
  const messages = Array.from({ length: 20_000 }, (_, index) =>
    index % 2 === 0 ? assistant('a', `c${index}`) : tool(`c${index - 1}`),
  );
  const start = cpuTime();
  assert.equal(answerEveryCall(messages).length, 20_000);
  assert.ok(cpuTime() - start < 1000);
});
