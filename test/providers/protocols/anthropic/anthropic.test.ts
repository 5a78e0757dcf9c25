import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../../src/protocol/message.ts';
import { createAnthropic } from '../../../../src/providers/protocols/anthropic/anthropic.ts';
import {
  block,
  errorEvent,
  event,
  messageEnd,
  messageStart,
  PING,
  redacted,
  say,
  text,
  thinking,
  toolUse,
} from '../../../fixtures/anthropic-server.ts';
import { H, status } from '../../../fixtures/model-server.ts';
import { type Answered, type AskOptions, ask, KEY, play, serve } from '../../ask.ts';

const create = createAnthropic;
const played = (stream: string, options: AskOptions = {}): Promise<Answered> =>
  play([H, stream], { create, ...options });
const user = (said: string): Message => ({ role: 'user', content: [{ type: 'text', text: said }] });

interface Body {
  system: unknown;
  messages: { role: string; content: Record<string, unknown>[] }[];
  tools: Record<string, unknown>[];
  max_tokens: number;
  thinking?: unknown;
  output_config?: unknown;
}

async function bodyFor(options: AskOptions): Promise<Body> {
  const { requests } = await play(say('ok'), { create, ...options });
  return JSON.parse(requests[0]?.body ?? '') as Body;
}

test('PRV-1 anthropic: text, the key in its own header, usage that includes the cache', async () => {
  const usage = { input_tokens: 12, cache_creation_input_tokens: 100, cache_read_input_tokens: 800, output_tokens: 1 };
  const stream = messageStart(usage) + PING + text(0, 'Hello', ' 你🙂') + messageEnd('end_turn', { output_tokens: 7 });
  const { parts, requests } = await played(stream);
  assert.deepEqual(parts, [
    { type: 'text', text: 'Hello 你🙂' },
    { type: 'end', reason: 'stop', usage: { input: 912, output: 7, cached: 800 } },
  ]);
  const [request] = requests;
  assert.equal(request?.path, '/v1/messages');
  assert.equal(request?.headers['x-api-key'], KEY);
  assert.equal(request?.headers['anthropic-version'], '2023-06-01');
  assert.equal(request?.headers['authorization'], undefined);
});

test('PRV-1 anthropic: a compatible server may report the input only at the end', async () => {
  const stream =
    messageStart({ input_tokens: 0, output_tokens: 0 }) +
    text(0, 'a') +
    messageEnd('end_turn', { input_tokens: 9, output_tokens: 2 });
  const { end } = await played(stream);
  assert.deepEqual(end, { type: 'end', reason: 'stop', usage: { input: 9, output: 2, cached: 0 } });
});

test('PRV-1 anthropic: thinking with its signature is sent back unchanged and in its place', async (t) => {
  const stream =
    messageStart() +
    thinking(0, 'let me see', 'EqQBCgIYAhIM') +
    redacted(1, 'EmwKAhgBEgy3va3p') +
    text(2, 'I look.') +
    thinking(3, 'and again', 'Second==') +
    toolUse(4, 'toolu_01A', 'read', '{"path"', ':"a"}') +
    messageEnd('tool_use');
  const server = await serve(t, [[H, stream], say('done')]);
  const first = await ask(server, { create });
  assert.equal(first.thinking, 'let me seeand again');
  assert.deepEqual(first.calls, [{ id: 'toolu_01A', name: 'read', arguments: '{"path":"a"}' }]);
  assert.ok(first.end.reason === 'calls' && first.end.raw && first.calls[0]);
  const messages: Message[] = [
    user('x'),
    {
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', text: 'let me see' },
        { type: 'text', text: 'I look.' },
        { type: 'thinking', text: 'and again' },
        { type: 'call', call: first.calls[0] },
      ],
      raw: first.end.raw,
    },
    { role: 'tool', callId: 'toolu_01A', name: 'read', outcome: { status: 'ok', result: { text: 'A' } } },
  ];
  await ask(server, { create, request: { messages } });
  const sent = (index: number): Body => JSON.parse(server.requests[index]?.body ?? '') as Body;
  assert.deepEqual(sent(1).messages.slice(1), [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'let me see', signature: 'EqQBCgIYAhIM' },
        { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3p' },
        { type: 'text', text: 'I look.' },
        { type: 'thinking', thinking: 'and again', signature: 'Second==' },
        { type: 'tool_use', id: 'toolu_01A', name: 'read', input: { path: 'a' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_01A',
          content: '{"text":"A"}',
          cache_control: { type: 'ephemeral' },
        },
      ],
    },
  ]);
  // Neither another model nor another vendor can read these blocks.
  for (const other of [{ request: { messages, model: 'another' } }, { vendor: 'another', request: { messages } }]) {
    await ask(server, { create, ...other });
    assert.doesNotMatch(server.requests.at(-1)?.body ?? '', /EqQB|Emw|Second|thinking/);
  }
});

test('PRV-1 anthropic: parallel calls: in interleaved pieces, whole at the start, or without input', async () => {
  const piece = (index: number, json: string): string =>
    event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } });
  const begin = (index: number, id: string, name: string): string =>
    event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
  const stream =
    messageStart() +
    begin(0, 'a', 'read') +
    begin(1, 'b', 'grep') +
    piece(0, '') +
    piece(0, '{"pa') +
    piece(1, '{"pattern":') +
    piece(0, 'th":"x"}') +
    piece(1, '"y"}') +
    event('content_block_stop', { index: 0 }) +
    event('content_block_stop', { index: 1 }) +
    block(2, { type: 'tool_use', id: 'c', name: 'list', input: { path: 'z' } }) +
    toolUse(3, 'd', 'todo', '') +
    messageEnd('tool_use');
  const { calls } = await played(stream);
  assert.deepEqual(calls, [
    { id: 'a', name: 'read', arguments: '{"path":"x"}' },
    { id: 'b', name: 'grep', arguments: '{"pattern":"y"}' },
    { id: 'c', name: 'list', arguments: '{"path":"z"}' },
    { id: 'd', name: 'todo', arguments: '{}' },
  ]);
});

test('PRV-1 anthropic: tools that the server runs itself are not calls', async () => {
  const piece = (index: number, json: string): string =>
    event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } });
  const own = (index: number, type: string): string =>
    event('content_block_start', {
      index,
      content_block: { type, id: `srv_${index}`, name: 'web_search', input: {} },
    }) +
    piece(index, '{"query":') +
    piece(index, '"weather"}') +
    event('content_block_stop', { index });
  const result = { type: 'web_search_tool_result', tool_use_id: 'srv_0', content: [] };
  const stream =
    messageStart() +
    own(0, 'server_tool_use') +
    block(1, result) +
    own(2, 'mcp_tool_use') +
    piece(9, '{}') +
    text(3, 'Sunny.');
  const { parts, calls } = await played(stream + messageEnd('end_turn'));
  assert.deepEqual(calls, []);
  assert.deepEqual(
    parts.map(({ type }) => type),
    ['text', 'end'],
  );
  const mixed = await played(stream + toolUse(4, 'a', 'read', '{"path":"x"}') + messageEnd('tool_use'));
  assert.deepEqual(mixed.calls, [{ id: 'a', name: 'read', arguments: '{"path":"x"}' }]);
});

test('PRV-1 anthropic: each stop reason has its own end', async () => {
  const said = messageStart() + text(0, 'so');
  const called = messageStart() + toolUse(0, 'a', 'write', '{"path":"x","content":"hal');
  assert.equal((await played(said + messageEnd('stop_sequence'))).end.reason, 'stop');
  assert.equal((await played(said + messageEnd('max_tokens'))).end.reason, 'length');
  assert.equal((await played(said + messageEnd('pause_turn'))).end.reason, 'length');
  assert.equal((await played(said + messageEnd('model_context_window_exceeded'))).end.reason, 'length');
  assert.equal((await played(said + messageEnd('refusal'))).end.reason, 'refused');
  const cut = await played(called + messageEnd('max_tokens'));
  assert.equal(cut.end.reason, 'length');
  assert.match(cut.calls[0]?.problem ?? '', /cut off by the output limit/);
  assert.equal((await played(messageStart() + messageEnd('end_turn'))).failure?.code, 'empty');
  assert.equal((await played(messageStart() + thinking(0, 'hm', 's') + messageEnd('end_turn'))).failure?.code, 'empty');
});

test('stream fault 29 anthropic: errors inside the stream and by status', async () => {
  const overloaded = await played(messageStart() + text(0, 'a') + errorEvent('overloaded_error', 'Overloaded'));
  assert.deepEqual([overloaded.failure?.code, overloaded.failure?.retryable], ['server', true]);
  const limited = await played(messageStart() + errorEvent('rate_limit_error', 'slow down'));
  assert.deepEqual([limited.failure?.code, limited.failure?.retryable], ['rate-limit', true]);
  const answers: [number, string, string, string][] = [
    [529, 'overloaded_error', 'Overloaded', 'server'],
    [401, 'authentication_error', `invalid x-api-key ${KEY}`, 'auth'],
    [404, 'not_found_error', 'model: claude-x', 'unknown-model'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'overflow'],
    [400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum', 'overflow'],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000',
      'overflow',
    ],
    [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.', 'rate-limit'],
  ];
  for (const [code, type, message, expected] of answers) {
    const body = JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_011' });
    const { failure } = await play(status(code, { 'Content-Type': 'application/json' }, body), { create });
    assert.equal(failure?.code, expected, message);
    assert.ok(!failure?.message.includes(KEY));
  }
});

test('PRV-6 anthropic: a whole message instead of a stream is understood', async () => {
  const message = {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'text', text: 'hi' },
      { type: 'tool_use', id: 'a', name: 'read', input: { path: 'x' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 3, output_tokens: 4 },
  };
  const script = status(200, { 'Content-Type': 'application/json' }, JSON.stringify(message));
  const { text: said, calls, end } = await play(script, { create });
  assert.equal(said, 'hi');
  assert.deepEqual(calls, [{ id: 'a', name: 'read', arguments: '{"path":"x"}' }]);
  assert.deepEqual(end, { type: 'end', reason: 'calls', usage: { input: 3, output: 4, cached: 0 } });
});

test('PRV-1 anthropic: the request has alternating turns, results first, images, and four marks for the cache', async () => {
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
    { role: 'note', audience: 'both', text: '! ls' },
    { role: 'note', audience: 'user', text: 'hidden' },
    {
      role: 'assistant',
      model: 'gpt-5',
      content: [
        { type: 'thinking', text: 'of another model' },
        { type: 'text', text: ' \n' },
        { type: 'call', call: { id: 'call|1', name: 'read', arguments: '{}' } },
        { type: 'call', call: { id: 'b', name: 'bash', arguments: '{"command":"x"}' } },
      ],
    },
    { role: 'tool', callId: 'call|1', name: 'read', outcome: { status: 'ok', result: {}, images: [image] } },
    { role: 'tool', callId: 'b', name: 'bash', outcome: { status: 'failed', error: 'no', result: { exit_code: 1 } } },
    user('go on'),
  ];
  const tools = ['read', 'bash'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));
  const body = await bodyFor({ request: { messages, tools, model: 'claude-sonnet-4-5' } });
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  const cache_control = { type: 'ephemeral' };
  assert.deepEqual(body.messages, [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', source },
        { type: 'text', text: '! ls', cache_control },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'call_1', name: 'read', input: {} },
        { type: 'tool_use', id: 'b', name: 'bash', input: { command: 'x' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'call_1',
          content: [
            { type: 'text', text: '{}' },
            { type: 'image', source },
          ],
        },
        { type: 'tool_result', tool_use_id: 'b', content: 'error: no\n{"exit_code":1}', is_error: true },
        { type: 'text', text: 'go on', cache_control },
      ],
    },
  ]);
  assert.deepEqual(body.system, [{ type: 'text', text: 'You are a test.', cache_control }]);
  assert.deepEqual(body.tools, [
    { name: 'read', description: 'read', input_schema: { type: 'object' } },
    { name: 'bash', description: 'bash', input_schema: { type: 'object' }, cache_control },
  ]);
  assert.equal(body.max_tokens, 64_000);
});

test('PRV-1 anthropic: the amount of thinking is set as the model expects, and not in a step that began without it', async () => {
  const think = async (model: string, messages: Message[] = [user('x')]): Promise<[unknown, unknown]> => {
    const body = await bodyFor({ reasoning: 'low', request: { model, messages } });
    return [body.thinking, body.output_config];
  };
  const budget = [{ type: 'enabled', budget_tokens: 4_096 }, undefined];
  const adaptive = [{ type: 'adaptive', display: 'summarized' }, { effort: 'low' }];
  for (const model of [
    'claude-3-7-sonnet-20250219',
    'claude-sonnet-4-20250514',
    'claude-sonnet-4-5',
    'claude-opus-4-1',
  ])
    assert.deepEqual(await think(model), budget, model);
  for (const model of ['claude-opus-4-6', 'claude-sonnet-4-7', 'claude-opus-5-5', 'claude-next'])
    assert.deepEqual(await think(model), adaptive, model);
  assert.deepEqual(await think('claude-3-5-sonnet-latest'), [undefined, undefined]);
  const foreign: Message[] = [
    user('x'),
    {
      role: 'assistant',
      model: 'gpt-5',
      content: [{ type: 'call', call: { id: 'a', name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', callId: 'a', name: 'read', outcome: { status: 'ok', result: {} } },
  ];
  assert.deepEqual(await think('claude-sonnet-4-5', foreign), [undefined, undefined]);
  assert.equal((await bodyFor({ request: { model: 'claude-sonnet-4-5' } })).thinking, undefined);
});

test('CTX-2 anthropic: the allowance for the answer shrinks with the remaining room', async () => {
  const limit = async (model: string, size: number): Promise<number> =>
    (await bodyFor({ request: { model, messages: [user('x'.repeat(size))] } })).max_tokens;
  assert.equal(await limit('claude-sonnet-4-5', 1_000), 64_000);
  assert.equal(await limit('claude-opus-4-1', 1_000), 32_000);
  assert.equal(await limit('claude-3-5-haiku-latest', 1_000), 8_192);
  const tight = await limit('claude-sonnet-4-5', 480_000);
  assert.ok(tight > 35_000 && tight < 41_000, String(tight));
  assert.equal(await limit('claude-sonnet-4-5', 900_000), 4_096);
  const image: Message = {
    role: 'user',
    content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(900_000) }],
  };
  assert.equal((await bodyFor({ request: { model: 'claude-sonnet-4-5', messages: [image] } })).max_tokens, 64_000);
  const images = [{ type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(900_000) }];
  const shown: Message[] = [
    user('look'),
    { role: 'assistant', content: [{ type: 'call', call: { id: 'a', name: 'read', arguments: '{}' } }], model: 'm' },
    { role: 'tool', callId: 'a', name: 'read', outcome: { status: 'ok', result: {}, images } },
  ];
  assert.equal((await bodyFor({ request: { model: 'claude-sonnet-4-5', messages: shown } })).max_tokens, 64_000);
});
