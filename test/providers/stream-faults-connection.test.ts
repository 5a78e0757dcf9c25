import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createOpenAiChat } from '../../src/providers/protocols/chat/openai-chat.ts';
import { createTransport } from '../../src/providers/wire/http.ts';
import {
  D,
  DONE,
  F,
  FIN,
  H,
  HANG,
  type Piece,
  pause,
  RST,
  say,
  startModelServer,
  T,
} from '../fixtures/model-server.ts';
import { testClock } from '../fixtures/test-clock.ts';
import { ask, KEY, LIMITS, PATIENT, play, REQUEST, serve } from './ask.ts';

const half = '{"path":"x","content":"hal';

test('stream fault 13 PRV-6 TURN-12 a refused connection is retryable and names the host only', async () => {
  await using server = await startModelServer([say('x')]);
  await server.close();
  const { failure } = await ask({ url: `${server.url}/secret-path?key=${KEY}`, requests: [] });
  const host = new URL(server.url).host;
  assert.deepEqual(failure, {
    code: 'network',
    message: `Nothing answers at ${host} (ECONNREFUSED). Is the server running?`,
    says: [['nobodyAnswers', host, 'ECONNREFUSED']],
    retryable: true,
  });
});

test('stream fault 13 PRV-6 a name that does not resolve is retryable', async () => {
  const { failure } = await ask({ url: 'http://nowhere.invalid/v1', requests: [] });
  assert.equal(failure?.code, 'network');
  assert.equal(failure?.retryable, true);
  assert.match(failure?.message ?? '', /^Host nowhere\.invalid not found \((ENOTFOUND|EAI_AGAIN)\)\.$/);
});

test('stream fault 14 PRV-6 a reset in the TLS handshake is retryable', async (t) => {
  const { port } = await rawServer(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  const { failure } = await ask({ url: `https://127.0.0.1:${port}/v1`, requests: [] });
  assert.equal(failure?.code, 'network');
  assert.equal(failure?.retryable, true);
});

test('stream fault 14 a server without TLS is not retried but explained', async (t) => {
  const { port } = await rawServer(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const { failure } = await ask({ url: `https://127.0.0.1:${port}/v1`, requests: [] });
  assert.equal(failure?.retryable, false);
  assert.match(failure?.message ?? '', /does not speak TLS/);
});

test('stream fault 15 PRV-6 a missing response head is ended by the head timer', async () => {
  const { failure, requests } = await play([HANG]);
  assert.equal(failure?.code, 'timeout');
  assert.equal(failure?.retryable, true);
  assert.match(failure?.message ?? '', /^127\.0\.0\.1:\d+ did not answer within 0\.3 s\.$/);
  assert.equal(requests.length, 1);
});

test('stream fault 16 PRV-6 a head followed by silence is ended by the first-data timer', async () => {
  const { failure } = await play([H, HANG]);
  assert.equal(failure?.code, 'timeout');
  assert.equal(failure?.retryable, true);
  assert.match(failure?.message ?? '', /sent no data for \d\.\d s/);
});

test('stream fault 16 PRV-6 heartbeats stretch the wait, but not for ever', async () => {
  const beats = Array.from({ length: 40 }, (): Piece[] => [': still here\n\n', pause(50)]).flat();
  const patient = await play([H, ...beats.slice(0, 24), D({ content: 'late' }) + F('stop') + DONE]);
  assert.equal(patient.text, 'late');
  const timers = { ...LIMITS, firstDataMs: 100, idleMs: 100 };
  const { failure } = await play([H, ...beats, HANG], { timers });
  assert.equal(failure?.code, 'timeout');
});

test('stream fault 17 PRV-6 TURN-14 FIN in the middle of text is not a success', async () => {
  for (const tail of [[FIN], [RST], []]) {
    const { text, failure } = await play([H, D({ content: 'The answer is ' }), ...tail]);
    assert.equal(text, 'The answer is ');
    assert.equal(failure?.code, 'network');
    assert.equal(failure?.retryable, true);
  }
});

test('stream fault 18 TURN-14 RST inside tool arguments yields no call', async () => {
  const { calls, failure } = await play([H, T(0, 'a', 'write', half), RST]);
  assert.deepEqual(calls, []);
  assert.equal(failure?.code, 'network');
  assert.equal(failure?.retryable, true);
});

test('stream fault 19 TURN-14 a stall inside tool arguments is ended by the idle timer', async () => {
  const { calls, failure } = await play([H, T(0, 'a', 'write', half), HANG]);
  assert.deepEqual(calls, []);
  assert.equal(failure?.code, 'timeout');
  assert.equal(failure?.retryable, true);
  assert.match(failure?.message ?? '', /sent no data for \d\.\d s/);
});

test('stream fault 20 PRV-6 a slow drip is allowed to continue', async () => {
  const drip = Array.from({ length: 8 }, (_, index): Piece[] => [D({ content: `${index} ` }), pause(100)]).flat();
  const { text, end } = await play([H, ...drip, F('stop') + DONE], { timers: { ...LIMITS, idleMs: 101 } });
  assert.equal(text, '0 1 2 3 4 5 6 7 ');
  assert.equal(end.reason, 'stop');
});

test('stream fault 20 ESC-2 a stream ends within 100 ms of the signal and closes its connection', async (t) => {
  const drip = Array.from({ length: 100 }, (_, index): Piece[] => [D({ content: `${index} ` }), pause(20)]).flat();
  using clock = testClock();
  const server = await serve(t, [[H, ...drip]], clock);
  for (let round = 0; round < 3; round++) {
    const controller = new AbortController();
    let cancelledAt = Number.NaN;
    clock.after(60, () => {
      cancelledAt = clock.now();
      controller.abort();
    });
    const { failure } = await ask(server, { signal: controller.signal, timers: { ...LIMITS, clock } });
    assert.ok(clock.now() - cancelledAt < 100, `${clock.now() - cancelledAt} ms`);
    assert.deepEqual(failure, { code: 'cancelled', message: 'Cancelled.', says: [['cancelled']], retryable: false });
    while (!server.requests[round]?.closed) await new Promise((resolve) => setTimeout(resolve, 2));
  }
});

test('stream fault 21 TURN-12 the attempt after a reset is independent of it', async (t) => {
  const server = await serve(t, [[H, D({ content: 'Hello wor' }), RST], say('Hello world')]);
  const first = await ask(server);
  assert.equal(first.failure?.retryable, true);
  const second = await ask(server);
  assert.equal(second.text, 'Hello world');
});

test('ESC-1 PRV-6 a signal ends the request in every phase, even before any answer', async (t) => {
  const aborted = AbortSignal.abort();
  const server = await serve(t, [[HANG], [H, HANG]]);
  assert.equal((await ask(server, { signal: aborted })).failure?.code, 'cancelled');
  assert.equal(server.requests.length, 0, 'nothing is sent after a cancel');
  for (const phase of [0, 1]) {
    const controller = new AbortController();
    const answer = ask(server, { signal: controller.signal });
    while (server.requests.length <= phase) await new Promise((resolve) => setTimeout(resolve, 2));
    controller.abort();
    assert.equal((await answer).failure?.code, 'cancelled');
    while (!server.requests[phase]?.closed) await new Promise((resolve) => setTimeout(resolve, 2));
  }
});

test('stream fault 33i ESC-2 cancelling at any point of a stream ends it once and yields no partial call', async (t) => {
  const stream =
    D({ content: 'Looking. ' }) +
    T(0, 'a', 'read', '{"path":') +
    T(0, '', '', '"a.ts"}') +
    T(1, 'b', 'read', '{"path":"b.ts"}') +
    F('tool_calls') +
    DONE;
  const step = 16;
  const cuts = Array.from({ length: Math.ceil(stream.length / step) }, (_, index) => (index + 1) * step);
  const server = await serve(t, (_request, index) => [H, stream.slice(0, cuts[index] ?? 0), HANG]);
  for (const [index, cut] of cuts.entries()) {
    const controller = new AbortController();
    const answer = ask(server, { signal: controller.signal });
    while (server.requests.length <= index) await new Promise((resolve) => setTimeout(resolve, 1));
    const isWhole = stream.slice(0, cut).includes('[DONE]\n\n');
    if (!isWhole) setTimeout(() => controller.abort(), 5);
    const { calls, end, failure } = await answer;
    if (isWhole) assert.equal(calls.length, 2);
    else {
      assert.deepEqual(calls, []);
      assert.equal(end.reason, 'error');
      assert.equal(failure?.code, 'cancelled');
    }
  }
  assert.equal(server.requests.length, cuts.length);
});

test('PRV-6 a consumer that stops reading closes the connection', async (t) => {
  const server = await serve(t, [[H, D({ content: 'a' }), HANG]]);
  const transport = createTransport({ timers: PATIENT, env: {} });
  const provider = createOpenAiChat({
    vendor: 'test',
    baseUrl: server.url,
    headers: {},
    quirks: {},
    timers: PATIENT,
    transport,
  });
  for await (const part of provider.stream(REQUEST, new AbortController().signal)) if (part.type === 'text') break;
  while (!server.requests[0]?.closed) await new Promise((resolve) => setTimeout(resolve, 2));
});

async function rawServer(t: TestContext, onConnection: (socket: Socket) => void): Promise<{ port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0 };
}
