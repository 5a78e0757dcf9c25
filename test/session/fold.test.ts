import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/protocol/message.ts';
import type { Grant } from '../../src/protocol/policy.ts';
import { sentOf } from '../../src/protocol/sent.ts';
import type { Entry, EntryBody } from '../../src/protocol/session.ts';
import { addGrant, settingOf, titleOf, todosOf, usageOf } from '../../src/session/fold.ts';
import { assistant, outline, said, tool, user } from './open.ts';

function log(...bodies: EntryBody[]): Entry[] {
  return bodies.map((body, index) => ({ ...body, id: `e${index}`, at: index }));
}

const conversation = (...messages: Message[]) => outline(sentOf(log(...messages.map((message) => said(message)))));

test('H5 history cut at every message is valid to send', () => {
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

test('H5 lost, doubled and misplaced results are put right', () => {
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

test('a conversation that is in order comes back as the same messages', () => {
  const messages = [user('a'), assistant('b', 'c1'), tool('c1'), assistant('c')];
  const folded = sentOf(log(...messages.map((message) => said(message))));
  assert.equal(folded[0], messages[0]);
  assert.equal(folded[1], messages[1]);
  assert.deepEqual(folded, messages);
});

test('a long conversation is folded in linear time', () => {
  const messages = Array.from({ length: 20_000 }, (_, index) =>
    index % 2 === 0 ? assistant('a', `c${index}`) : tool(`c${index - 1}`),
  );
  const start = performance.now();
  assert.equal(sentOf(log(...messages.map((message) => said(message)))).length, 20_000);
  assert.ok(performance.now() - start < 1000);
});

test('SES-3 the last word counts for settings and todos; usage adds up', () => {
  const usage = { input: 10, output: 2, cached: 5 };
  const entries = log(
    { type: 'setting', key: 'mode', value: 'build' },
    { type: 'todos', items: [{ content: 'a', status: 'pending' }] },
    { type: 'turn-end', turn: 't1', reason: 'answered', usage },
    { type: 'setting', key: 'mode', value: 'plan' },
    { type: 'todos', items: [] },
    { type: 'turn-end', turn: 't2', reason: 'cancelled', usage },
  );
  assert.equal(settingOf(entries, 'mode'), 'plan');
  assert.equal(settingOf(entries, 'model'), undefined);
  assert.deepEqual(todosOf(entries), []);
  assert.deepEqual(usageOf(entries), { input: 20, output: 4, cached: 10 });
});

test('C1 grants of a session end with the process that gave them', () => {
  const start: EntryBody = { type: 'start', version: 1, session: 's', cwd: '/', coder: '0' };
  const grant = (pattern: string): EntryBody => ({
    type: 'grant',
    grant: { permission: 'bash', pattern, lifetime: 'session', at: 1 },
  });
  const grantsOf = (...bodies: EntryBody[]) => log(...bodies).reduce<readonly Grant[]>(addGrant, []);
  assert.deepEqual(grantsOf(start, grant('a *'), start), []);
  assert.deepEqual(
    grantsOf(start, grant('a *'), start, grant('b *')).map(({ pattern }) => pattern),
    ['b *'],
  );
  const revoke: EntryBody = { type: 'revoke', scope: { permission: 'bash', pattern: 'b *' } };
  assert.deepEqual(grantsOf(start, grant('b *'), revoke), []);
});

test('D6 H4 a title is one short line that can do nothing to a terminal', () => {
  const title = (text: string) => titleOf(log(said(user(text))));
  assert.equal(title('\n\n  Fix the parser\nplease'), 'Fix the parser');
  assert.equal(title('a\u001b]0;x\u0007\u009b2Jb\u202ec\u200bd\te'), 'a]0;x2Jbcd e');
  assert.equal(title('好'.repeat(80)), `${'好'.repeat(59)}…`);
  assert.equal(Array.from(title('👍'.repeat(80))).length, 60);
  assert.equal(title('   '), '');
  const named = log(said(user('first')), { type: 'setting', key: 'title', value: 'Given' });
  assert.equal(titleOf(named), 'Given');
  assert.equal(
    titleOf(log(said({ role: 'user', by: 'coder', content: [{ type: 'text', text: 'Please continue.' }] }))),
    '',
  );
});
