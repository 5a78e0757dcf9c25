import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../../src/protocol/message.ts';
import { createGemini } from '../../../../src/providers/protocols/gemini/gemini.ts';
import { toGeminiSchema } from '../../../../src/providers/protocols/gemini/gemini-schema.ts';
import { chunk, parts, say } from '../../../fixtures/gemini-server.ts';
import { H, status } from '../../../fixtures/model-server.ts';
import { type Answered, type AskOptions, ask, KEY, play, serve } from '../../ask.ts';

const create = createGemini;
const played = (stream: string): Promise<Answered> => play([H, stream], { create });
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

interface Body {
  contents: { role: string; parts: Record<string, unknown>[] }[];
  tools?: { functionDeclarations: Record<string, unknown>[] }[];
  systemInstruction: unknown;
  generationConfig?: unknown;
}

async function bodyFor(options: AskOptions): Promise<Body> {
  const { requests } = await play(say('ok'), { create, ...options });
  return JSON.parse(requests[0]?.body ?? '') as Body;
}

test('PRV-1 gemini: text and thoughts, the key in a header, usage with cache and thoughts', async () => {
  const usage = {
    promptTokenCount: 1000,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 30,
    cachedContentTokenCount: 800,
    totalTokenCount: 1050,
  };
  const stream =
    parts([{ text: 'hmm', thought: true }]) + parts([{ text: 'Hello ' }]) + parts([{ text: '你🙂' }], 'STOP', usage);
  const { parts: received, requests } = await played(stream);
  assert.deepEqual(received, [
    { type: 'thinking', text: 'hmm' },
    { type: 'text', text: 'Hello 你🙂' },
    { type: 'end', reason: 'stop', usage: { input: 1000, output: 50, cached: 800 } },
  ]);
  assert.equal(requests[0]?.path, '/v1/models/test-model:streamGenerateContent?alt=sse');
  assert.equal(requests[0]?.headers['x-goog-api-key'], KEY);
  assert.ok(!requests[0]?.path.includes(KEY));
});

test('PRV-1 gemini: calls without ids get one and are answered by name; signatures return to their part', async (t) => {
  const stream =
    parts([{ text: 'thinking', thought: true, thoughtSignature: 'Tho' }]) +
    parts([{ text: 'I look.', thoughtSignature: 'Txt' }]) +
    parts([{ functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'SigA' }]) +
    parts(
      [{ functionCall: { name: 'read', args: { path: 'b' } } }, { functionCall: { id: 'fc-9', name: 'list' } }],
      'STOP',
    ) +
    parts([{ text: '', thoughtSignature: 'End' }]);
  const server = await serve(t, [[H, stream], say('done')]);
  const { calls, end } = await ask(server, { create });
  assert.deepEqual(
    calls.map(({ name, arguments: args, problem }) => [name, args, problem]),
    [
      ['read', '{"path":"a"}', undefined],
      ['read', '{"path":"b"}', undefined],
      ['list', '{}', undefined],
    ],
  );
  assert.equal(new Set(calls.map(({ id }) => id)).size, 3);
  assert.ok(end.reason === 'calls' && end.raw);
  const messages: Message[] = [
    user('x'),
    {
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', text: 'thinking' },
        { type: 'text', text: 'I look.' },
        ...calls.map((call) => ({ type: 'call' as const, call })),
      ],
      raw: end.raw,
    },
    ...calls.map(
      ({ id, name }, index): Message => ({
        role: 'tool',
        callId: id,
        name,
        outcome: index === 1 ? { status: 'failed', error: 'gone' } : { status: 'ok', result: { index } },
      }),
    ),
  ];
  await ask(server, { create, request: { messages } });
  const { contents } = JSON.parse(server.requests[1]?.body ?? '') as Body;
  assert.deepEqual(contents.slice(1), [
    {
      role: 'model',
      parts: [
        { text: '', thoughtSignature: 'Tho' },
        { text: 'I look.', thoughtSignature: 'Txt' },
        { functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'SigA' },
        { functionCall: { name: 'read', args: { path: 'b' } } },
        { functionCall: { id: 'fc-9', name: 'list', args: {} } },
        { text: '', thoughtSignature: 'End' },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'read', response: { index: 0 } } },
        { functionResponse: { name: 'read', response: { error: 'gone' } } },
        { functionResponse: { id: 'fc-9', name: 'list', response: { index: 2 } } },
      ],
    },
  ]);
  await ask(server, { create, request: { messages, model: 'another' } });
  assert.doesNotMatch(server.requests[2]?.body ?? '', /SigA|Tho|Txt|End|fc-9/);
});

test('PRV-1 gemini: calls of another model carry the documented placeholder if a signature is required', async () => {
  const call = (id: string) => ({ type: 'call' as const, call: { id, name: 'read', arguments: '{}' } });
  const result = (callId: string): Message => ({
    role: 'tool',
    callId,
    name: 'read',
    outcome: { status: 'ok', result: {} },
  });
  const messages: Message[] = [
    user('x'),
    { role: 'assistant', model: 'gpt-5', content: [call('a'), call('b')] },
    result('a'),
    result('b'),
  ];
  const signs = async (model: string): Promise<unknown[]> => {
    const { contents } = await bodyFor({ request: { messages, model } });
    return contents[1]?.parts.map(({ thoughtSignature }) => thoughtSignature) ?? [];
  };
  assert.deepEqual(await signs('gemini-3-pro-preview'), ['skip_thought_signature_validator', undefined]);
  assert.deepEqual(await signs('gemini-2.5-pro'), [undefined, undefined]);
});

test('PRV-1 gemini: each finish reason has its own end', async () => {
  const ending = (reason: string): Promise<Answered> => played(parts([{ text: 'so' }]) + parts([], reason));
  assert.equal((await ending('STOP')).end.reason, 'stop');
  assert.equal((await ending('MAX_TOKENS')).end.reason, 'length');
  for (const reason of ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'LANGUAGE'])
    assert.equal((await ending(reason)).end.reason, 'refused', reason);
  for (const reason of ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'OTHER', 'SOMETHING_NEW']) {
    const { failure } = await ending(reason);
    assert.equal(failure?.retryable, true, reason);
    assert.match(failure?.message ?? '', new RegExp(reason.toLowerCase().replaceAll('_', ' ')));
  }
  const blocked = await played(
    chunk({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 5 } }),
  );
  assert.deepEqual(blocked.end, { type: 'end', reason: 'refused', usage: { input: 5, output: 0, cached: 0 } });
  const call = { functionCall: { name: 'read', args: {} } };
  const cut = await played(parts([call], 'MAX_TOKENS'));
  assert.equal(cut.end.reason, 'length');
  assert.ok(cut.calls[0]?.problem);
  assert.deepEqual((await played(parts([call]))).calls, [], 'no finish reason, no call');
  assert.deepEqual((await played(parts([call], 'SAFETY'))).calls, []);
});

test('stream fault 29 gemini: errors inside the stream and by status', async () => {
  const inside = await played(
    parts([{ text: 'a' }]) +
      chunk({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  );
  assert.deepEqual([inside.failure?.code, inside.failure?.retryable], ['server', true]);
  const answers: [number, object, string, number?][] = [
    [
      400,
      {
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
      'auth',
    ],
    [
      400,
      {
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
      'overflow',
    ],
    [404, { message: 'models/x is not found for API version v1beta', status: 'NOT_FOUND' }, 'unknown-model'],
    [
      429,
      {
        message: 'You exceeded your current quota',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }],
      },
      'rate-limit',
      34_500,
    ],
    [500, { message: 'Internal', status: 'INTERNAL' }, 'server'],
  ];
  for (const [code, error, expected, wait] of answers) {
    const body = JSON.stringify({ error: { code, ...error } });
    const { failure } = await play(status(code, { 'Content-Type': 'application/json' }, body), { create });
    assert.deepEqual([failure?.code, failure?.retryAfterMs], [expected, wait], body);
  }
});

test('PRV-1 gemini: the request has images, results in step order, and the amount of thinking', async () => {
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
  const inlineData = { mimeType: 'image/png', data: 'AAAA' };
  const call = (id: string, name: string) => ({ type: 'call' as const, call: { id, name, arguments: '{}' } });
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
    {
      role: 'assistant',
      model: 'x',
      content: [{ type: 'thinking', text: 'of another' }, call('a', 'read'), call('b', 'list')],
    },
    { role: 'tool', callId: 'a', name: 'read', outcome: { status: 'ok', result: {}, images: [image] } },
    { role: 'tool', callId: 'b', name: 'list', outcome: { status: 'ok', result: {} } },
    { role: 'note', audience: 'both', text: 'the user undid it' },
  ];
  const body = await bodyFor({ reasoning: 'high', request: { messages, model: 'gemini-2.5-pro', maxOutputTokens: 9 } });
  assert.deepEqual(body.contents, [
    { role: 'user', parts: [{ text: 'look' }, { inlineData }] },
    {
      role: 'model',
      parts: [{ functionCall: { name: 'read', args: {} } }, { functionCall: { name: 'list', args: {} } }],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'read', response: {} } },
        { functionResponse: { name: 'list', response: {} } },
        { text: 'Images of the results above:' },
        { inlineData },
        { text: 'the user undid it' },
      ],
    },
  ]);
  assert.deepEqual(body.systemInstruction, { parts: [{ text: 'You are a test.' }] });
  assert.deepEqual(body.tools, [{ functionDeclarations: [{ name: 'read', description: 'Reads.' }] }]);
  assert.deepEqual(body.generationConfig, {
    maxOutputTokens: 9,
    thinkingConfig: { includeThoughts: true, thinkingBudget: 24_576 },
  });
  const third = await bodyFor({ reasoning: 'low', request: { model: 'gemini-3-flash' } });
  assert.deepEqual(third.generationConfig, { thinkingConfig: { includeThoughts: true, thinkingLevel: 'low' } });
  assert.equal((await bodyFor({ request: { model: 'gemini-2.0-flash' } })).generationConfig, undefined);
});

test('PRV-1 gemini: schemas are reduced to what it accepts', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    required: ['kind'],
    properties: {
      kind: { const: 'a', description: 'fixed' },
      pattern: { type: 'string', pattern: '^x', minLength: 1, default: 'x', format: 'uri' },
      at: { type: 'string', format: 'date-time' },
      list: { type: 'array', items: { oneOf: [{ type: 'string' }, { const: 3 }] }, uniqueItems: true },
      free: { type: 'object', additionalProperties: { type: 'string', minLength: 2 } },
    },
  };
  assert.deepEqual(toGeminiSchema(schema), {
    type: 'object',
    additionalProperties: false,
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: ['a'], description: 'fixed' },
      pattern: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
      list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number', enum: [3] }] } },
      free: { type: 'object', additionalProperties: { type: 'string' } },
    },
  });
});
