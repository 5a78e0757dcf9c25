import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../../src/protocol/message.ts';
import { createOpenAiResponses } from '../../../../src/providers/protocols/responses/openai-responses.ts';
import { H, status } from '../../../fixtures/model-server.ts';
import {
  callItem,
  completed,
  created,
  event,
  failed,
  incomplete,
  messageItem,
  reasoningItem,
  say,
  streamed,
} from '../../../fixtures/responses-server.ts';
import { type Answered, type AskOptions, ask, KEY, play, serve } from '../../ask.ts';

const create = createOpenAiResponses;
const played = (stream: string): Promise<Answered> => play([H, stream], { create });
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

type Body = Record<string, unknown> & { input: Record<string, unknown>[] };

async function bodyFor(options: AskOptions): Promise<Body> {
  const { requests } = await play(say('ok'), { create, ...options });
  return JSON.parse(requests[0]?.body ?? '') as Body;
}

test('PRV-1 responses: text once, usage that includes the cache', async () => {
  const item = messageItem('Hello 你🙂');
  const { parts, requests } = await played(created() + streamed(0, item, ['Hello ', '你🙂']) + completed([item]));
  assert.deepEqual(parts, [
    { type: 'text', text: 'Hello 你🙂' },
    { type: 'end', reason: 'stop', usage: { input: 100, output: 20, cached: 60 } },
  ]);
  assert.equal(requests[0]?.path, '/v1/responses');
  assert.equal(requests[0]?.headers['authorization'], `Bearer ${KEY}`);
});

test('PRV-1 responses: encrypted reasoning is sent back before the call it led to, phases with their text', async (t) => {
  const reasoning = reasoningItem('gAAAAABo', 'I should look.');
  const message = { ...messageItem('I look.'), phase: 'commentary' };
  const call = callItem('call_a', 'read', '{"path":"a"}');
  const stream =
    created() +
    streamed(0, reasoning, ['I should ', 'look.']) +
    streamed(1, message, ['I look.']) +
    streamed(2, call, ['{"path"', ':"a"}']) +
    completed([reasoning, message, call]);
  const server = await serve(t, [[H, stream], say('done')]);
  const { thinking, text, calls, end } = await ask(server, { create });
  assert.deepEqual([thinking, text], ['I should look.', 'I look.']);
  assert.deepEqual(calls, [{ id: 'call_a', name: 'read', arguments: '{"path":"a"}' }]);
  assert.ok(end.reason === 'calls' && end.raw && calls[0]);
  const messages: Message[] = [
    user('x'),
    {
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', text: thinking },
        { type: 'text', text },
        { type: 'call', call: calls[0] },
      ],
      raw: end.raw,
    },
    { role: 'tool', callId: 'call_a', name: 'read', outcome: { status: 'ok', result: { text: 'A' } } },
  ];
  await ask(server, { create, request: { messages } });
  const { input } = JSON.parse(server.requests[1]?.body ?? '') as Body;
  assert.deepEqual(input.slice(1), [
    reasoning,
    { role: 'assistant', content: 'I look.', phase: 'commentary' },
    { type: 'function_call', call_id: 'call_a', name: 'read', arguments: '{"path":"a"}' },
    { type: 'function_call_output', call_id: 'call_a', output: '{"text":"A"}' },
  ]);
  await ask(server, { create, request: { messages, model: 'another' } });
  assert.doesNotMatch(server.requests[2]?.body ?? '', /gAAAAABo|commentary|I should/);
});

test('PRV-1 responses: parallel calls may interleave; pieces that do not add up are a corrupt stream', async () => {
  const [a, b] = [callItem('a', 'read', '{"path":"x"}'), callItem('b', 'grep', '{"pattern":"y"}')];
  const added = (index: number, item: object): string =>
    event('response.output_item.added', { output_index: index, item: { ...item, arguments: '' } });
  const piece = (index: number, delta: string): string =>
    event('response.function_call_arguments.delta', { output_index: index, delta });
  const done = (index: number, item: object): string =>
    event('response.output_item.done', { output_index: index, item });
  const both = added(0, a) + added(1, b) + piece(0, '{"path"') + piece(1, '{"pattern":"y"}') + piece(0, ':"x"}');
  const expected = [
    { id: 'a', name: 'read', arguments: '{"path":"x"}' },
    { id: 'b', name: 'grep', arguments: '{"pattern":"y"}' },
  ];
  assert.deepEqual((await played(both + done(1, b) + done(0, a) + completed([a, b]))).calls, expected);
  assert.deepEqual((await played(both + completed([]))).calls, expected, 'without the ends of items');
  assert.deepEqual((await played(completed([a, b]))).calls, expected, 'without any events but the last');
  const lost = added(0, a) + piece(0, '{"path":') + done(0, a) + completed([a]);
  assert.deepEqual([(await played(lost)).failure?.code, (await played(lost)).calls], ['bad-stream', []]);
  assert.deepEqual((await played(both + done(0, a))).calls, [], 'no end, no call');
});

test('PRV-1 responses: incomplete, refused, failed', async () => {
  const text = created() + streamed(0, messageItem('so'), ['so']);
  assert.equal((await played(text + incomplete('max_output_tokens'))).end.reason, 'length');
  assert.equal((await played(text + incomplete('content_filter'))).end.reason, 'refused');
  const cut = await played(
    created() + streamed(0, callItem('a', 'write', '{"path":"hal'), ['{"path":"hal']) + incomplete('max_output_tokens'),
  );
  assert.equal(cut.end.reason, 'length');
  assert.match(cut.calls[0]?.problem ?? '', /cut off/);
  const refusal = event('response.refusal.delta', { output_index: 0, delta: 'I cannot.' });
  const refused = await played(created() + refusal + completed([]));
  assert.deepEqual([refused.text, refused.end.reason], ['I cannot.', 'refused']);
  assert.equal((await played(created() + completed([]))).failure?.code, 'empty');
  const failures: [string, string, string, boolean, number?][] = [
    ['server_error', 'An error occurred', 'server', true],
    ['rate_limit_exceeded', 'Rate limit reached. Please try again in 1.5s.', 'rate-limit', true, 1_500],
    ['context_length_exceeded', 'Your input exceeds the context window of this model.', 'overflow', false],
    ['insufficient_quota', 'You exceeded your current quota', 'rate-limit', false],
    ['invalid_prompt', 'Invalid prompt', 'bad-request', false],
  ];
  for (const [code, message, expected, retryable, wait] of failures) {
    const { failure } = await played(text + failed(code, message));
    assert.deepEqual([failure?.code, failure?.retryable, failure?.retryAfterMs], [expected, retryable, wait], code);
  }
  const bare = await played(text + event('error', { code: 'server_error', message: `oops ${KEY}`, param: null }));
  assert.equal(bare.failure?.code, 'server');
  assert.match(bare.failure?.message ?? '', /oops \[key\]/);
  const unsupported = JSON.stringify({ error: { message: 'Unsupported parameter', type: 'invalid_request_error' } });
  const { failure } = await play(status(400, { 'Content-Type': 'application/json' }, unsupported), { create });
  assert.equal(failure?.code, 'bad-request');
});

test('PRV-1 responses: the request stores nothing on the server and asks for what thinking needs', async () => {
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
  const input_image = { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' };
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
    {
      role: 'assistant',
      model: 'x',
      content: [
        { type: 'thinking', text: 'of another' },
        { type: 'text', text: 'ok' },
      ],
    },
    { role: 'assistant', model: 'x', content: [{ type: 'call', call: { id: 'a', name: 'read', arguments: '{}' } }] },
    { role: 'tool', callId: 'a', name: 'read', outcome: { status: 'ok', result: {}, images: [image] } },
  ];
  const body = await bodyFor({ reasoning: 'high', request: { messages, model: 'gpt-5', maxOutputTokens: 99 } });
  assert.deepEqual(body, {
    model: 'gpt-5',
    instructions: 'You are a test.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'look' }, input_image] },
      { role: 'assistant', content: 'ok' },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: '{}' }, input_image] },
    ],
    tools: [{ type: 'function', name: 'read', description: 'Reads.', parameters: { type: 'object' }, strict: false }],
    max_output_tokens: 99,
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'high', summary: 'auto' },
    stream: true,
  });
  const plain = await bodyFor({ request: { model: 'gpt-4.1' } });
  assert.deepEqual([plain['include'], plain['reasoning'], plain['store']], [undefined, undefined, false]);
});
