import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTransport } from '../../src/providers/wire/http.ts';
import { D, DONE, F, FIN, flush, H, HANG, type Piece, RST, say, status } from '../fixtures/model-server.ts';
import { ask, KEY, PATIENT, play, REQUEST, serve } from './ask.ts';

const json = { 'Content-Type': 'application/json' };

test('stream fault 22 TURN-12 429 with seconds says how long to wait', async () => {
  const { failure } = await play(status(429, { 'Retry-After': '2' }, '{"error":{"message":"slow down"}}'));
  assert.equal(failure?.code, 'rate-limit');
  assert.equal(failure?.retryable, true);
  assert.equal(failure?.retryAfterMs, 2000);
  assert.match(failure?.message ?? '', /limits the rate \(429\): slow down$/);
});

test('stream fault 23 H8 odd Retry-After values never cause an odd wait', async (t) => {
  const cases: [header: string, waitMs: number | undefined][] = [
    ['-1', undefined],
    ['0', 0],
    ['1.5', 1500],
    ['120', 120_000],
    ['121', 121_000],
    ['1e9', 1e12],
    ['1771404540', 1_771_404_540_000],
    ['²', undefined],
    ['5, 10', undefined],
    ['', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ];
  const server = await serve(t, (_request, index) => status(429, { 'Retry-After': cases[index]?.[0] ?? '' }, ''));
  for (const [header, waitMs] of cases) {
    const { failure } = await ask(server);
    assert.deepEqual([header, failure?.retryAfterMs, failure?.retryable], [header, waitMs, true]);
  }
});

test("stream fault 23 TURN-12 a date to wait for is relative to the server's clock", async () => {
  const wait = async (headers: Record<string, string>) => (await play(status(429, headers, ''))).failure?.retryAfterMs;
  const Date = 'Sun, 06 Nov 1994 08:49:37 GMT';
  assert.equal(await wait({ 'Retry-After': 'Sun, 06 Nov 1994 08:49:40 GMT', Date }), 3000);
  assert.equal(await wait({ 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT', Date }), 0);
  assert.equal(await wait({ 'Retry-After': 'Sun, 06 Nov 1994 08:49:30 GMT', Date }), undefined);
  assert.equal(await wait({ 'Retry-After': 'Sun, 06 Nov 1994 08:49:40 GMT' }), undefined);
  assert.equal(await wait({ 'Retry-After': 'soon', Date }), undefined);
});

test('stream fault 24 25 TURN-12 server errors are retryable, and each request is independent', async (t) => {
  const codes = [500, 502, 503, 529];
  const server = await serve(t, (_request, index) => {
    const code = codes[index];
    return code ? status(code, { 'Content-Type': 'text/html' }, '<html>bad gateway</html>') : say('fine');
  });
  for (const code of codes) {
    const { failure } = await ask(server);
    assert.equal(failure?.code, 'server');
    assert.equal(failure?.retryable, true);
    assert.match(failure?.message ?? '', new RegExp(`^127\\.0\\.0\\.1:\\d+ has a problem \\(${code}\\)\\.$`));
  }
  assert.equal((await ask(server)).text, 'fine');
  assert.equal(server.requests.length, 5);
});

test('stream fault 26 CTX-7 a context that is too long is distinguished from other refusals', async () => {
  const overflow = [
    [400, '{"error":{"code":"context_length_exceeded","message":"…"}}'],
    [400, '{"error":{"message":"This model\'s maximum context length is 8192 tokens."}}'],
    [400, '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}'],
    [
      400,
      '{"error":{"code":400,"message":"request (9000 tokens) exceeds the available context size (4096 tokens)","type":"exceed_context_size_error"}}',
    ],
    [
      400,
      '[{"error":{"code":400,"message":"The input token count (2000000) exceeds the maximum number of tokens allowed (1048576)."}}]',
    ],
    [413, 'Payload Too Large'],
  ] as const;
  for (const [code, body] of overflow) {
    const { failure } = await play(status(code, json, body));
    assert.equal(failure?.code, 'overflow', body);
    assert.equal(failure?.retryable, false);
  }
  for (const [code, kind] of [
    [400, 'bad-request'],
    [404, 'unknown-model'],
    [422, 'bad-request'],
    [402, 'rate-limit'],
  ] as const) {
    const { failure } = await play(status(code, json, '{"error":{"message":"no"}}'));
    assert.equal(failure?.code, kind);
    assert.equal(failure?.retryable, false);
  }
  const { failure } = await play(
    status(404, json, '{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}'),
  );
  assert.match(failure?.message ?? '', /"coder models" lists the models you can use/);
});

test('stream fault 27 SES-6 a refused key is masked in every form in which it is echoed', async () => {
  const bodies = [
    `{"error":{"message":"Incorrect API key provided: ${KEY}."}}`,
    '{"error":{"message":"Incorrect API key provided: sk-abc…xyz"}}',
    '{"error":{"message":"Incorrect API key provided: sk-proj-****************9f3A"}}',
    `Bearer ${KEY} is not valid`,
  ];
  for (const code of [401, 403]) {
    for (const body of bodies) {
      const { failure } = await play(status(code, json, body));
      assert.equal(failure?.code, 'auth');
      assert.equal(failure?.retryable, false);
      assert.match(failure?.message ?? '', /Check TEST_API_KEY\.$/);
      assert.doesNotMatch(JSON.stringify(failure), /canary|sk-|xyz|9f3A/);
    }
  }
});

test('SES-6 D6 an error text from outside is one line without control characters, secret headers masked', async () => {
  const body = JSON.stringify({
    error: { message: `bad\n\u001b]52;c;aGk=\u0007 header=hunter2-hunter2 \u202e${'x'.repeat(900)}` },
  });
  const { failure } = await play(status(400, json, body), { headers: { 'x-gateway': 'hunter2-hunter2' } });
  assert.doesNotMatch(failure?.message ?? '', /hunter2|[\p{Cc}\p{Cf}]/u);
  assert.ok((failure?.message.length ?? 0) < 600);
});

test('C2 E5 a redirect is followed only within its own origin', async (t) => {
  const other = await serve(t, [say('stolen')]);
  const server = await serve(t, (request) => {
    if (request.path === '/v1/chat/completions') return status(308, { Location: '/v2/chat/completions' }, '');
    return request.path === '/v2/chat/completions' ? say('moved') : status(404, {}, '');
  });
  assert.equal((await ask(server)).text, 'moved');
  assert.equal(server.requests[1]?.body, server.requests[0]?.body);

  const leaving = await serve(t, [status(307, { Location: `${other.url}/chat/completions` }, '')]);
  const { failure } = await ask(leaving);
  assert.equal(failure?.retryable, false);
  assert.match(failure?.message ?? '', /redirects to 127\.0\.0\.1:\d+\. Set the base URL/);
  assert.equal(other.requests.length, 0);

  const circle = await play(status(301, { Location: '/v1/chat/completions' }, ''));
  assert.match(circle.failure?.message ?? '', /in a circle/);
  assert.equal(circle.requests.length, 4);
});

test('PRV-1 the request carries key, model, tools and a request for usage', async (t) => {
  const server = await serve(t, [say('hi')]);
  await ask(server, { headers: { 'x-title': 'coder' }, request: { maxOutputTokens: 99 } });
  const [request] = server.requests;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.path, '/v1/chat/completions');
  assert.equal(request?.headers['authorization'], `Bearer ${KEY}`);
  assert.equal(request?.headers['x-title'], 'coder');
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    model: 'test-model',
    messages: [
      { role: 'system', content: 'You are a test.' },
      { role: 'user', content: 'hello' },
    ],
    tools: [{ type: 'function', function: REQUEST.tools[0] }],
    max_tokens: 99,
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('PRV-6 a page or a whole message instead of a stream is understood', async () => {
  const page = await play(status(200, { 'Content-Type': 'text/html' }, '<html>Log in</html>'));
  assert.equal(page.failure?.code, 'bad-request');
  assert.match(page.failure?.message ?? '', /answered with a web page\. Check the base URL/);
  const message = {
    choices: [
      {
        message: {
          content: 'hi',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 5, completion_tokens: 2 },
  };
  const whole = await play(status(200, json, JSON.stringify(message)));
  assert.equal(whole.text, 'hi');
  assert.deepEqual(whole.calls, [{ id: 'a', name: 'read', arguments: '{}' }]);
  assert.deepEqual(whole.end, { type: 'end', reason: 'calls', usage: { input: 5, output: 2, cached: 0 } });
});

test('PRV-6 a whole message that breaks off reports the broken connection and is not an answer', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n';
  const broken = await play([{ head, chunked: false }, '{"choices":[{"message":{"content":"half', RST]);
  assert.deepEqual([broken.failure?.code, broken.text, broken.calls], ['network', '', []]);
});

test('PRV-6 a refusal whose body breaks off is still that refusal', async () => {
  const head: Piece = { head: 'HTTP/1.1 401 No\r\nContent-Length: 500\r\n\r\n', chunked: false };
  for (const end of [HANG, FIN, RST]) {
    const { failure } = await play([head, '{"error":', flush, end]);
    assert.equal(failure?.code, 'auth');
    assert.equal(failure?.retryable, false);
  }
});

test('PRV-6 a stream labelled as JSON is read as a stream', async () => {
  const { text, end } = await play(status(200, json, D({ content: 'hi' }) + F('stop') + DONE));
  assert.equal(text, 'hi');
  assert.equal(end.reason, 'stop');
});

test('PRV-6 a kept connection that died meanwhile is replaced silently', async (t) => {
  const server = await serve(t, [say('a'), [RST], say('b'), [RST]]);
  const transport = createTransport({ timers: PATIENT, env: {} });
  assert.equal((await ask(server, { transport })).text, 'a');
  assert.equal((await ask(server, { transport })).text, 'b');
  assert.equal(server.requests.length, 3);
  const fresh = await ask(server);
  assert.equal(fresh.failure?.code, 'network', 'a new connection that dies is a failure');
  assert.equal(server.requests.length, 4);
});

test('SES-1 half a character in the history does not reach the server', async (t) => {
  const server = await serve(t, [say('hi')]);
  const text = 'a\ud83d b \\ud83d \ud83d\ude42';
  await ask(server, { request: { messages: [{ role: 'user', content: [{ type: 'text', text }] }] } });
  const { messages } = JSON.parse(server.requests[0]?.body ?? '');
  assert.equal(messages[1].content, 'a\ufffd b \\ud83d \ud83d\ude42');
});

test('PRV-1 call ids fit an endpoint that requires short ones, in calls and results alike', async (t) => {
  const server = await serve(t, [say('hi')]);
  const id = 'call_a-long-one_1';
  await ask(server, {
    quirks: { shortCallIds: true, noUsageOption: true, newTokenLimit: true },
    request: {
      maxOutputTokens: 7,
      messages: [
        { role: 'assistant', model: 'm', content: [{ type: 'call', call: { id, name: 'read', arguments: '{}' } }] },
        { role: 'tool', callId: id, name: 'read', outcome: { status: 'ok', result: {} } },
      ],
    },
  });
  const body = JSON.parse(server.requests[0]?.body ?? '');
  assert.match(body.messages[1].tool_calls[0].id, /^[A-Za-z0-9]{9}$/);
  assert.equal(body.messages[2].tool_call_id, body.messages[1].tool_calls[0].id);
  assert.equal(body.stream_options, undefined);
  assert.equal(body.max_completion_tokens, 7);
});

test('PRV-6 a connection is reused after an answer, even after a refusal', async (t) => {
  const server = await serve(t, [say('a'), status(500, {}, 'x'), say('b'), [H, D({ content: 'c' }), F('stop'), DONE]]);
  const transport = createTransport({ timers: PATIENT, env: {} });
  for (let turn = 0; turn < 4; turn++) await ask(server, { transport });
  assert.deepEqual(
    server.requests.map(({ connection }) => connection),
    [0, 0, 0, 0],
  );
});
