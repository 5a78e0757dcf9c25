import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventReader } from '../../src/providers/wire/sse.ts';
import { times } from '../fixtures/long.ts';
import {
  D,
  DONE,
  F,
  H,
  HANG,
  type Piece,
  pause,
  type RecordedRequest,
  RST,
  type Script,
  T,
  usage,
} from '../fixtures/model-server.ts';
import { testClock } from '../fixtures/test-clock.ts';
import { type Answered, ask, gather, KEY, LIMITS, serve } from './ask.ts';
import { PROTOCOLS, type SpokenProtocol } from './protocols.ts';

/** Default number of streams, over all protocols; `CODER_FUZZ=10000` before a release. */
const COUNT = Number(process.env['CODER_FUZZ'] ?? times({ long: 500, short: 120 }));
const BATCH = 25;
/** Seeds that once broke a guarantee: they always run first. */
const KEPT: readonly number[] = [];

const CHAT_ONLY = [
  D({ content: 'hi ' }) + D({ content: 'there 你🙂\u001b[2J' }) + F('stop') + usage(9, 3) + DONE,
  `\ufeff: comment\n\nevent: ping\nid: 7\nretry: 1\n\n${D({ content: 'ok' })}${F('content_filter')}${DONE}`,
  T(undefined, '', 'read', '{"path":"a"}') + T(undefined, '', 'list', '{"path":"b"}') + DONE,
];

function streamsOf(protocol: SpokenProtocol): Buffer[] {
  const streams = [
    protocol.whole(`hi 你🙂 ${KEY}`),
    protocol.calls,
    protocol.cut,
    protocol.refused,
    protocol.call('{"path":"big.ts","content":"aaaa"}'),
    protocol.begin('a') + protocol.error(`overloaded ${KEY}`),
    ...(protocol.name === 'openai-chat' ? CHAT_ONLY : []),
  ];
  return streams.map((stream) => Buffer.from(stream));
}

const SEEDS = PROTOCOLS.map((protocol) => ({ protocol, streams: streamsOf(protocol) }));

test('stream faults PRV-6 the answer does not depend on where the reads cut it', () => {
  const random = generator(20_260);
  for (const { protocol, streams } of SEEDS) {
    for (const stream of streams) {
      const expected = readPieces(protocol, [stream]);
      for (let round = 0; round < 60; round++) {
        const cuts = Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.floor(random() * stream.length));
        assert.deepEqual(readPieces(protocol, split(stream, cuts)), expected, `${protocol.name} ${cuts.join(',')}`);
      }
    }
  }
});

test('stream faults I1–I8 PRV-6 TURN-14 SES-6 mutated streams of every protocol keep every guarantee', async (t) => {
  const seeds = [...KEPT, ...Array.from({ length: COUNT }, (_, index) => index + 1)];
  using clock = testClock();
  const script = (request: RecordedRequest): Script => [H, ...mutate(Number(request.headers['x-seed'])).pieces];
  const server = await serve(t, script, clock);
  const timers = { ...LIMITS, clock };
  for (let start = 0; start < seeds.length; start += BATCH) {
    await Promise.all(
      seeds.slice(start, start + BATCH).map(async (seed) => {
        const { create, name } = mutate(seed).protocol;
        const answer = await ask(server, { create, timers, headers: { 'x-seed': String(seed) } });
        assertPromises(answer, `seed ${seed}, ${name}`);
      }),
    );
  }
  assert.equal(server.requests.length, seeds.length, 'nothing is sent twice');
});

function assertPromises({ parts, calls, end, failure }: Answered, name: string): void {
  if (calls.length > 0) assert.ok(end.reason === 'calls' || end.reason === 'length', name);
  if (end.reason === 'length') for (const { problem } of calls) assert.ok(problem, name);
  assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length, name);
  for (const call of calls) {
    const value: unknown = JSON.parse(call.arguments);
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), name);
    assert.match(call.id, /^[A-Za-z0-9_-]{1,64}$/, name);
    assert.match(call.name, /^[A-Za-z0-9_-]{1,64}$/, name);
  }
  const firstCall = parts.findIndex((part) => part.type === 'call');
  if (firstCall >= 0)
    assert.ok(
      parts.slice(firstCall, -1).every((part) => part.type === 'call'),
      name,
    );
  if (!failure) return void JSON.stringify(parts);
  assert.doesNotMatch(failure.message, /\n/, name);
  assert.ok(!failure.message.includes(KEY), name);
}

/** One to six random operations on a seed, and how the connection ends. */
function mutate(seed: number): { protocol: SpokenProtocol; pieces: Piece[] } {
  const random = generator(seed);
  const pick = (limit: number): number => Math.floor(random() * limit);
  const { protocol, streams } = SEEDS[seed % SEEDS.length] as (typeof SEEDS)[number];
  let bytes = streams[pick(streams.length)] ?? Buffer.alloc(0);
  for (let operations = 1 + pick(6); operations > 0; operations--) {
    const at = pick(bytes.length + 1);
    const end = Math.min(bytes.length, at + pick(80));
    const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const changes = [
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, middle, middle, after]),
      () => Buffer.concat([before, after, middle]),
      () => Buffer.concat([before, Buffer.of((middle[0] ?? 0) ^ (1 << pick(8))), middle.subarray(1), after]),
      () => Buffer.concat([before, Buffer.from(': beat\n\n'), middle, after]),
      () => Buffer.from(bytes.toString('latin1').replaceAll('\n', pick(2) ? '\r\n' : '\r'), 'latin1'),
      () => before,
      () => Buffer.concat([bytes, Buffer.from(Array.from({ length: 30 }, () => pick(256)))]),
    ];
    bytes = changes[pick(changes.length)]?.() ?? bytes;
  }
  const cuts = Array.from({ length: pick(5) }, () => pick(bytes.length + 1));
  const pieces = split(bytes, cuts).flatMap((piece): Piece[] => [piece, pause(pick(3))]);
  const ends: Piece[][] = [[], [], [RST], [{ end: 'fin' }], [HANG]];
  return { protocol, pieces: [...pieces, ...(ends[pick(ends.length)] ?? [])] };
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const points = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return points.slice(1).map((end, index) => bytes.subarray(points[index], end));
}

function readPieces(protocol: SpokenProtocol, pieces: readonly Buffer[]): unknown {
  const reader = protocol.reader({
    host: 'h',
    raw: 'r',
    usedIds: [],
    failureOf: () => ({ code: 'server', message: 'x', retryable: true }),
  });
  const source = createEventReader((data) => reader.event(data));
  for (const piece of pieces) source.feed(piece);
  const { text, thinking, calls, end } = gather([...reader.take(), ...reader.finish()]);
  return { text, thinking, calls: calls.map(({ name, arguments: args, problem }) => ({ name, args, problem })), end };
}

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
