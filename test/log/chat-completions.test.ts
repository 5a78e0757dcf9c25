import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChatMessages, toChatTools } from '../../src/log/chat-completions.ts';
import type { Message } from '../../src/protocol/message.ts';

const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
const history: Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
  { role: 'note', text: 'for the person', audience: 'user' },
  {
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', text: 'hmm' },
      { type: 'call', call: { id: 'call_1', name: 'read', arguments: '{"path":"a.png"}' } },
      { type: 'call', call: { id: 'call_2', name: 'read', arguments: '{"path":"b"}' } },
    ],
  },
  { role: 'tool', callId: 'call_1', name: 'read', outcome: { status: 'ok', result: { size: 3 }, images: [image] } },
  {
    role: 'tool',
    callId: 'call_2',
    name: 'read',
    outcome: { status: 'failed', error: 'no such file', result: { closest: 'c' } },
  },
  { role: 'assistant', model: 'm', content: [{ type: 'thinking', text: 'only thought' }] },
  { role: 'note', text: '$ ls\nexit=0', audience: 'both' },
];
const url = 'data:image/png;base64,AAAA';

test('SES-1 TURN-8 a conversation becomes Chat Completions messages', () => {
  const thinking: [number, string][] = [];
  const chat = toChatMessages('Be good.', history, undefined, (at, text) => thinking.push([at, text]));
  assert.deepEqual(thinking, [
    [2, 'hmm'],
    [6, 'only thought'],
  ]);
  assert.deepEqual(chat, [
    { role: 'system', content: 'Be good.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image_url', image_url: { url } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a.png"}' } },
        { id: 'call_2', type: 'function', function: { name: 'read', arguments: '{"path":"b"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"size":3}' },
    {
      role: 'tool',
      tool_call_id: 'call_2',
      content: 'error: no such file\n{"closest":"c"}',
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Images of the results above:' },
        { type: 'image_url', image_url: { url } },
      ],
    },
    { role: 'assistant', content: '$ ls\nexit=0' },
  ]);
});

test('PRV-1 a request contains no thinking unless the endpoint wants it, and no empty message', () => {
  const plain = toChatMessages(undefined, history, { raw: 'x' });
  assert.doesNotMatch(JSON.stringify(plain), /hmm|only thought/);
  assert.equal(plain.length, 6);
  const replayed = toChatMessages(undefined, history, { raw: 'x', replayThinkingIn: 'reasoning_content' });
  assert.ok(replayed[1]?.role === 'assistant' && replayed[1].reasoning_content === 'hmm');
  const later = toChatMessages(undefined, [...history, { role: 'user', content: [] }], {
    raw: 'x',
    replayThinkingIn: 'reasoning_content',
  });
  assert.doesNotMatch(JSON.stringify(later), /hmm/);
});

test('PRV-1 results carry the name of their tool only if a vendor wants it', () => {
  const named = toChatMessages(undefined, history, { raw: 'x', namesResults: true });
  assert.ok(named[2]?.role === 'tool' && named[2].name === 'read');
  assert.doesNotMatch(JSON.stringify(toChatMessages(undefined, history, { raw: 'x' })[2]), /name/);
});

test('PRV-1 call ids are rewritten the same way in calls and results', () => {
  const chat = toChatMessages(undefined, history, { raw: 'x', callId: (id) => `x${id}` });
  assert.ok(chat[1]?.role === 'assistant' && chat[2]?.role === 'tool');
  assert.equal(chat[1].tool_calls?.[0]?.id, 'xcall_1');
  assert.equal(chat[2].tool_call_id, 'xcall_1');
});

test('SES-1 tools become the OpenAI tools array', () => {
  const spec = { name: 'read', description: 'Reads.', parameters: { type: 'object' } };
  assert.deepEqual(toChatTools([spec]), [{ type: 'function', function: spec }]);
});
