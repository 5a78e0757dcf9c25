import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createChatReader } from '../../src/providers/protocols/chat/chat-reader.ts';
import { createEventReader } from '../../src/providers/wire/sse.ts';
import { bytes, D, DONE, F, FIN, flush, H, HANG, type Piece, pause } from '../fixtures/model-server.ts';
import { testClock } from '../fixtures/test-clock.ts';
import { type Answered, ask, gather, LIMITS, play, serve } from './ask.ts';

const hi = D({ content: 'hi' }) + F('stop') + DONE;

test('stream fault 1 PRV-6 one byte per read gives the same answer', async () => {
  const pieces = [...Buffer.from(hi)].flatMap((byte): Piece[] => [Buffer.of(byte), pause(0)]);
  const { text, end } = await play([H, ...pieces]);
  assert.equal(text, 'hi');
  assert.deepEqual(end, { type: 'end', reason: 'stop', usage: undefined });
});

test('stream fault 1 PRV-6 100 KB fed byte by byte takes little time', () => {
  const stream = Buffer.from(D({ content: 'x'.repeat(80) }).repeat(600) + F('stop') + DONE);
  const run = (): { cpuMs: number; text: string } => {
    const reader = createChatReader({ host: 'h', raw: 'r', usedIds: [], failureOf: () => undefined });
    const source = createEventReader((data) => reader.event(data));
    const before = process.cpuUsage();
    for (let at = 0; at < stream.length; at++) source.feed(stream.subarray(at, at + 1));
    const { user } = process.cpuUsage(before);
    return { cpuMs: user / 1000, text: gather([...reader.take(), ...reader.finish()]).text };
  };
  assert.ok(stream.length > 100_000);
  assert.equal(run().text.length, 48_000);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12 && best >= 50; round += 1) best = Math.min(best, run().cpuMs); // the compiler has other work, too
  assert.ok(best < 50, `${best} ms of CPU`);
});

test('stream fault 2 PRV-6 UTF-8 cut inside characters is reassembled', async () => {
  const start = 'data: {"choices":[{"index":0,"delta":{"content":"';
  const { text } = await play([
    H,
    bytes(`${start}\xe4`),
    flush,
    bytes('\xbd\xa0\xf0\x9f'),
    flush,
    bytes('\x99\x82"},"finish_reason":null}]}\n\n'),
    F('stop'),
    DONE,
  ]);
  assert.equal(text, '你🙂');
});

test('stream fault 3 PRV-6 really invalid UTF-8 becomes one replacement character', async () => {
  const { text, end } = await play([H, bytes(D({ content: 'a\xc3\x28b' })), F('stop'), DONE]);
  assert.equal(text, 'a\ufffd(b');
  assert.equal(end.reason, 'stop');
});

test('stream fault 4 PRV-6 all line endings are read alike', async () => {
  const stream = D({ content: 'a' }) + D({ content: 'b' }) + F('stop') + DONE;
  const variants: Piece[][] = [
    [stream.replaceAll('\n', '\r\n')],
    [stream.replaceAll('\n', '\r')],
    stream.split('\n').flatMap((line, index): Piece[] => (index % 2 ? [`${line}\n`] : [`${line}\r`, flush, '\n'])),
  ];
  for (const variant of variants) {
    const { text, end } = await play([H, ...variant]);
    assert.equal(text, 'ab');
    assert.equal(end.reason, 'stop');
  }
});

test('stream fault 5 PRV-6 a BOM, odd spacing and unknown fields do no harm', async () => {
  const chunk = '{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":null}]}';
  const { text, end } = await play([
    H,
    bytes('\xef\xbb'),
    flush,
    bytes('\xbf'),
    `data:${chunk}\n\ndata:  ${chunk}\n\nDATA: x\n\ndatafoo\n\n`,
    F('stop'),
    DONE,
  ]);
  assert.equal(text, 'hihi');
  assert.equal(end.reason, 'stop');
});

test('stream fault 6 PRV-6 data in several lines is one event', async () => {
  const event = 'data: {"choices":[{"index":0,\ndata: "delta":{"content":"hi"},"finish_reason":null}]}\n\n';
  assert.equal((await play([H, event, F('stop'), DONE])).text, 'hi');
});

test('stream fault 7 PRV-6 other fields and comments between chunks are ignored', async () => {
  const noise = 'event: ping\nid: 7\nretry: 1\n\n: comment\n\n';
  const { text, end } = await play([H, D({ content: 'a' }), noise, D({ content: 'b' }), noise, F('stop'), DONE]);
  assert.equal(text, 'ab');
  assert.equal(end.reason, 'stop');
});

test('stream fault 8 PRV-6 nothing after the end marker counts and the socket is closed', async (t) => {
  const evil = 'data: {"choices":[{"delta":{"content":"EVIL"}}]}\n\n';
  for (const tail of [[evil, HANG], [flush, evil, HANG], [HANG]]) {
    using clock = testClock();
    const server = await serve(t, [[H, D({ content: 'ok' }) + F('stop') + DONE, ...tail]], clock);
    const { text, end } = await ask(server, { timers: { ...LIMITS, clock } });
    assert.equal(text, 'ok');
    assert.equal(end.reason, 'stop');
    assert.ok(clock.now() < LIMITS.idleMs, 'the answer does not wait for the socket');
    while (!server.requests[0]?.closed) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('stream fault 9 PRV-6 a finish marker without DONE is a complete answer', async () => {
  for (const tail of [[FIN], []]) {
    const { text, end } = await play([H, D({ content: 'ok' }), F('stop'), ...tail]);
    assert.equal(text, 'ok');
    assert.equal(end.reason, 'stop');
  }
});

test('stream fault 9 PRV-6 a server that stays silent after the finish marker does not hold the answer', async () => {
  const { text, end } = await play([H, D({ content: 'ok' }), F('stop'), HANG]);
  assert.equal(text, 'ok');
  assert.equal(end.reason, 'stop');
});

test('stream fault 10 SEC-3 a line of 10 MB is refused readably, not cut silently', async () => {
  const line = `data: {"choices":[{"delta":{"content":"${'A'.repeat(10_485_760)}"}}]}\n\n`;
  const { text, failure } = await play([H, line, F('stop'), DONE]);
  assert.equal(text, '');
  assert.equal(failure?.code, 'bad-stream');
  assert.match(failure?.message ?? '', /event larger than 8 MB/);
  assert.equal(failure?.retryable, false);
});

test('stream fault 11 SEC-3 an endless line is aborted at the cap and not retried', async (t) => {
  const megabyte = 'A'.repeat(1_048_576);
  const server = await serve(t, [
    [H, 'data: ', ...Array.from({ length: 40 }, () => [megabyte, pause(1)]).flat(), HANG],
  ]);
  const before = process.memoryUsage().rss;
  const { failure } = await ask(server);
  assert.equal(failure?.code, 'bad-stream');
  assert.equal(failure?.retryable, false);
  assert.match(failure?.message ?? '', /^127\.0\.0\.1:\d+ sent an event larger than 8 MB\.$/);
  assert.ok(process.memoryUsage().rss - before < 128 * 1_048_576, 'client and scripted server together');
});

test('stream fault 12 PRV-6 a wrong content encoding is a transport error to retry', async (t) => {
  const head = (encoding: string): Piece => ({
    head: `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: ${encoding}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    chunked: true,
  });
  const zipped = gzipSync(D({ content: 'x'.repeat(5000) }) + F('stop') + DONE);
  const noise = gzipSync(Array.from({ length: 400 }, (_, index) => D({ content: String(index * 7919) })).join(''));
  // Decoding happens on other threads, which a play's clock does not know about.
  const answered = async (script: Piece[]): Promise<Answered> => ask(await serve(t, [script]));
  const cases: [Piece[], RegExp][] = [
    [[head('gzip'), hi], /cannot be decoded/],
    [[head('br'), hi], /cannot be decoded/],
    [[head('gzip'), noise.subarray(0, noise.length / 2)], /cannot be decoded|middle of its answer/],
    [[head('gzip'), noise.subarray(0, noise.length / 2), FIN], /broke|cannot be decoded/],
  ];
  for (const [script, message] of cases) {
    const { failure, text } = await answered(script);
    assert.equal(failure?.code, 'network');
    assert.equal(failure?.retryable, true);
    assert.match(failure?.message ?? '', message);
    assert.doesNotMatch(text, /[^\d]/, 'no garbage');
  }
  const honest = await answered([head('gzip'), zipped]);
  assert.equal(honest.text.length, 5000);
  const unknown = await answered([head('rot13'), hi]);
  assert.equal(unknown.failure?.retryable, false);
});
