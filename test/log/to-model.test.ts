import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toModel } from '../../src/log/to-model.ts';
import type { Message } from '../../src/protocol/message.ts';

const user: Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] };

test('I4 an assistant message with no text and no call is not sent, even if it has thinking', () => {
  const empty: Message = { role: 'assistant', content: [], model: 'm' };
  const thought: Message = { role: 'assistant', content: [{ type: 'thinking', text: 'hm' }], model: 'm' };
  assert.deepEqual(toModel([user, empty, thought]), [user]);
});

test('TURN-13 an interrupted message is sent with a mark', () => {
  const cut: Message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'The answ' }],
    model: 'm',
    interrupted: true,
  };
  const [sent] = toModel([cut]);
  assert.deepEqual(sent?.role === 'assistant' && sent.content, [
    { type: 'text', text: 'The answ' },
    { type: 'text', text: '\n[interrupted]' },
  ]);
});

test('a note only for the person is not sent to the model', () => {
  const own: Message = { role: 'note', text: '/tools', audience: 'user' };
  const both: Message = { role: 'note', text: '$ ls', audience: 'both' };
  assert.deepEqual(toModel([own, both]), [both]);
});
