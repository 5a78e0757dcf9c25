import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChatReader } from '../../src/providers/chat-reader.ts';
import { createEventReader } from '../../src/providers/sse.ts';
import { D, DONE, F, H, HANG, pause, type Piece, RST, T, usage } from '../fixtures/model-server.ts';
import { type Answered, ask, gather, KEY, serve } from './ask.ts';

const SEEDS = [
  D({ content: 'hi ' }) + D({ content: 'there 你🙂\u001b[2J' }) + F('stop') + usage(9, 3) + DONE,
  D({ reasoning_content: 'let me see' }) +
    T(0, 'a', 'read', '{"pa') +
    T(1, 'b', 'list', '{}') +
    T(0, '', '', 'th":"x"}') +
    F('tool_calls') +
    DONE,
  T(0, 'a', 'write', '{"path":"big.ts","content":"aaaa') + F('length') + DONE,
  D({ content: 'a' }) + 'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n',
  `\ufeff: comment\n\nevent: ping\nid: 7\nretry: 1\n\n${D({ content: 'ok' })}${F('content_filter')}${DONE}`,
  T(undefined, '', 'read', '{"path":"a"}') + T(undefined, '', 'list', '{"path":"b"}') + DONE,
].map((stream) => Buffer.from(stream));

test('stream faults PRV-6 the answer does not depend on where the reads cut it', () => {
  const random = generator(20_260);
  for (const seed of SEEDS) {
    const expected = readPieces([seed]);
    for (let round = 0; round < 200; round++) {
      const cuts = Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.floor(random() * seed.length));
      assert.deepEqual(readPieces(split(seed, cuts)), expected, `cuts ${cuts.join(',')}`);
    }
  }
});

test('stream faults PRV-6 TURN-14 SES-6 mutated streams keep every promise', async (t) => {
  const count = 300;
  const batch = 25;
  const scripts = Array.from({ length: count }, (_, index) => mutate(index + 1));
  const server = await serve(t, (request) => {
    const index = Number(request.headers['x-seed']);
    return [H, ...(scripts[index] ?? [])];
  });
  const timers = { connectMs: 5000, headMs: 5000, firstDataMs: 120, idleMs: 80 };
  for (let start = 0; start < count; start += batch) {
    const seeds = Array.from({ length: batch }, (_, offset) => start + offset);
    await Promise.all(
      seeds.map(async (seed) => {
        const answer = await ask(server, { timers, headers: { 'x-seed': String(seed) } });
        assertPromises(answer, `seed ${seed + 1}`);
      }),
    );
  }
  assert.equal(server.requests.length, count, 'nothing is sent twice');
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
  assert.ok(!JSON.stringify(parts).includes(KEY), name);
  if (failure) assert.doesNotMatch(failure.message, /\n/, name);
}

/** One to six random operations on a seed, and how the connection ends. */
function mutate(seed: number): Piece[] {
  const random = generator(seed);
  const pick = (limit: number): number => Math.floor(random() * limit);
  let bytes = SEEDS[pick(SEEDS.length)] ?? Buffer.alloc(0);
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
  return [...pieces, ...(ends[pick(ends.length)] ?? [])];
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const points = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return points.slice(1).map((end, index) => bytes.subarray(points[index], end));
}

function readPieces(pieces: readonly Buffer[]): unknown {
  const reader = createChatReader({
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
