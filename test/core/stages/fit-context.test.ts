import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextControl } from '../../../src/core/commands/context-control.ts';
import type { Machine } from '../../../src/core/engine.ts';
import { memorySession } from '../../../src/core/memory-session.ts';
import { createMeter } from '../../../src/core/meter.ts';
import { createSettingsInUse } from '../../../src/core/settings-in-use.ts';
import { runSubagent } from '../../../src/core/subagent.ts';
import { parseBudget } from '../../../src/log/budget.ts';
import { sentOf } from '../../../src/log/sent.ts';
import { type Message, textOf, type Usage } from '../../../src/protocol/message.ts';
import type { ChatRequest, Provider, StreamPart } from '../../../src/protocol/provider.ts';
import { assertSendable } from '../../context/history.ts';
import { createEngine, mode, readingTool } from '../../fixtures/engine.ts';
import { call, callsEnd, failure, stop, text } from '../../fixtures/scripted-provider.ts';

const never = new AbortController().signal;
const tooLong = failure({ code: 'overflow', message: 'The conversation is too long for the model.', retryable: false });

/** Answers each request with a function of it; `summaries` answers those that ask for notes. */
function provider(
  answer: (request: ChatRequest, index: number) => StreamPart[],
  summary: () => StreamPart[] = () => [text('## Goal\nnotes by the model'), stop],
) {
  const requests: ChatRequest[] = [];
  const summaries: ChatRequest[] = [];
  const made: Provider = {
    id: 'scripted',
    async *stream(request) {
      const isSummary = request.system.includes('You write the notes');
      (isSummary ? summaries : requests).push(request);
      yield* isSummary ? summary() : answer(request, requests.length - 1);
    },
  };
  return { ...made, requests, summaries };
}

/** Text without repetition, because a model that repeats itself is stopped. */
const long = (length: number) =>
  Array.from({ length: Math.ceil(length / 4) }, (_, index) => index)
    .join(' ')
    .slice(0, length);
const wordsOf = (message: Message | undefined) => (message?.role === 'user' ? textOf(message.content) : '');
const big = readingTool('look', ({ at }) => `${at} ${long(4_000)}`);
const steps = (count: number) => (_request: ChatRequest, index: number) =>
  index < count ? [call(`c${index}`, 'look', { at: `file-${index}` }), callsEnd] : [text('done'), stop];

test('TURN-3 CTX-2 CTX-5 CTX-8 a long turn never exceeds the window, keeps the user’s words, and stays valid', async () => {
  const model = provider(steps(40));
  const engine = createEngine(model, [big], {
    models: { window: () => 8_000 },
    settings: { runtime: { max_steps: 60, max_retries: 0 } },
  });
  const state = await engine.turn(engine.input('Look at every file, but never at secrets.'));
  assert.equal(state.stop, 'answered');
  for (const [index, request] of model.requests.entries()) {
    assertSendable(request.messages, `request ${index}`);
    assert.ok(JSON.stringify(request.messages).length < 8_000 * 4, `request ${index}`);
    assert.ok(
      request.messages.some((message) => wordsOf(message).includes('never at secrets')),
      `request ${index}`,
    );
  }
  const compactions = engine.events.flatMap((event) => (event.type === 'compaction' ? [event] : []));
  assert.ok(compactions.length > 0 && compactions.every(({ before, after }) => after < before));
  assert.equal(compactions[0]?.by, 'prune', 'the outputs go first');
  const log = engine.live.log.entries;
  assert.equal(
    log.filter((entry) => entry.type === 'message' && entry.message.role === 'tool').length,
    40,
    'the log keeps all',
  );
});

test('CTX-2 MDL-9 the small model summarises the older part; rules do it if the model fails or its summary is empty', async () => {
  for (const [summary, by] of [
    [() => [text(`## Goal\nnotes by the model ${'about the work '.repeat(20)}`), stop], 'model'],
    [() => [text('ok'), stop], 'rules'], // MDL-9: the summary is too short to mean anything
    [() => [tooLong], 'rules'],
    [() => [text(' '), stop], 'rules'],
  ] as const) {
    const model = provider(
      () => [text(long(8_000)), stop],
      () => [...summary()],
    );
    const engine = createEngine(model, [], {
      models: { window: () => 10_000 },
      settings: { routing: { small: 'small-1', modes: {}, agents: {} } },
    });
    for (let turn = 0; turn < 5; turn++) await engine.send({ type: 'submit', text: `question ${turn}` });
    const compaction = engine.events.find((event) => event.type === 'compaction');
    assert.equal(compaction?.by, by);
    assert.equal(model.summaries[0]?.model, 'small-1');
    const [head] = model.requests.at(-1)?.messages ?? [];
    assert.match(wordsOf(head), by === 'model' ? /notes by the model/ : /## Goal/);
    assert.match(wordsOf(head), /question 0/);
    assert.deepEqual(sentOf(engine.live.log.entries).slice(0, 1), [head], 'the snapshot has what is sent');
  }
});

test('CTX-3 a summary that does not make the context smaller is dropped, and not tried again', async () => {
  const summaries = () => [text(long(200_000)), stop];
  const model = provider((_request, index) => [text(index === 0 ? long(150) : 'ok'), stop], summaries);
  const engine = createEngine(model, [], { models: { window: () => 8_000 } });
  const session = engine.live.log;
  await engine.send({ type: 'submit', text: 'a' });
  await engine.send({ type: 'submit', text: long(24_000) });
  await engine.send({ type: 'submit', text: 'c' });
  assert.equal(model.summaries.length, 1);
  assert.ok(
    session.entries.some((entry) => entry.type === 'setting' && entry.key === 'compaction' && entry.value === 'manual'),
  );
  assert.ok(
    model.requests.at(-1)?.messages.some((message) => wordsOf(message) === 'a'),
    'rolled back',
  );
});

test('CTX-7 fault 26 when the provider reports an overflow, room is made once and the request is sent again', async () => {
  const model = provider((_request, index) =>
    index === 2 ? [tooLong] : [text(`answer ${index} ${long(3_000)}`), stop],
  );
  const engine = createEngine(model);
  for (const prompt of ['one', 'two', 'three']) await engine.send({ type: 'submit', text: prompt });
  const [, , refused, again] = model.requests;
  assert.ok(JSON.stringify(again?.messages).length < JSON.stringify(refused?.messages).length);
  assert.match(wordsOf(again?.messages.at(-1)), /three/);
  assert.equal(engine.events.findLast((event) => event.type === 'turn-end')?.reason, 'answered');
});

test('CTX-7 fault 26 a second overflow ends in one clear error, without a third request', async () => {
  const model = provider((_request, index) => (index < 2 ? [text(long(3_000)), stop] : [tooLong]));
  const engine = createEngine(model);
  for (const prompt of ['one', 'two', 'three']) await engine.send({ type: 'submit', text: prompt });
  assert.equal(model.requests.length, 4);
  const end = engine.events.findLast((event) => event.type === 'turn-end');
  assert.equal(end?.reason, 'failed');
  assert.match(end?.error ?? '', /too long[\s\S]*\/new/);
});

test('CTX-7 an oversized result becomes a pointer to a saved file', async () => {
  const saved = new Map<string, string>();
  const huge = readingTool('look', () => long(200_000));
  const model = provider(steps(1));
  const saveResult: Machine['saveResult'] = async (id, bulk) => {
    saved.set(id, bulk);
    return `.coder/cache/results/${id}.txt`;
  };
  const engine = createEngine(model, [huge], { models: { window: () => 10_000 }, machine: { saveResult } });
  await engine.turn(engine.input('go'));
  assert.equal(saved.get('c0')?.length, 200_000);
  const result = model.requests[1]?.messages.findLast((message) => message.role === 'tool');
  assert.deepEqual(result?.outcome.result, {
    value: '[left out: 200000 characters]',
    saved_path: '.coder/cache/results/c0.txt',
  });
});

test('G4 a cancel while the summary is being written changes nothing', async () => {
  const controller = new AbortController();
  const model = provider(
    () => [text(long(8_000)), stop],
    () => {
      controller.abort();
      return [failure({ code: 'cancelled', message: 'cancelled', retryable: false })];
    },
  );
  const engine = createEngine(model, [], { models: { window: () => 10_000 } });
  for (let turn = 0; turn < 4; turn++) await engine.send({ type: 'submit', text: `question ${turn}` });
  const before = engine.live.log.entries.filter(({ type }) => type === 'compaction').length;
  const inUse = createSettingsInUse(engine.engine, { live: engine.live, mode, model: 'model-1', turns: 4 });
  const controls = contextControl({ engine: engine.engine, inUse }, controller.signal);
  assert.equal((await controls.compact('')).status, 'nothing');
  assert.equal(engine.live.log.entries.filter(({ type }) => type === 'compaction').length, before);
});

const usage = (input: number, output: number): Usage => ({ input, output, cached: 0 });
const paid = (words: string, spent: Usage): StreamPart[] => [
  text(words),
  { type: 'end', reason: 'stop', usage: spent },
];

function metered(model: Provider, budget: string) {
  const session = memorySession();
  const price = () => ({ input: 1, cached: 0.1, output: 10 });
  const meter = createMeter(session.entries, price, parseBudget(budget) ?? {});
  return createEngine(model, [readingTool('look')], { live: { log: session, meter } });
}

test('PRV-8 the budget is checked before each request: a warning at 80 %, then a pause with nothing lost', async () => {
  const model = provider(() => paid('ok', usage(300, 100)));
  const engine = metered(model, '1000 tokens');
  for (const prompt of ['one', 'two', 'three', 'four']) await engine.send({ type: 'submit', text: prompt });
  assert.equal(model.requests.length, 2, 'a third would not fit');
  const end = engine.events.findLast((event) => event.type === 'turn-end');
  assert.equal(end?.reason, 'budget');
  assert.match(
    end?.error ?? '',
    /Budget reached: 800 tokens of 1,000 tokens spent; the next request would take about \d+ tokens/,
  );
  engine.live.meter.setBudget(parseBudget('1m tokens') ?? {});
  await engine.send({ type: 'submit', text: 'go on' });
  assert.equal(model.requests.length, 3);
  assert.match(JSON.stringify(model.requests[2]?.messages), /four/, 'what was said meanwhile is there');
});

test('PRV-8 the budget warning is shown once', async () => {
  const model = provider(() => paid('ok', usage(10, 100)));
  const engine = metered(model, '2000 tokens');
  for (let turn = 0; turn < 16; turn++) await engine.send({ type: 'submit', text: 'x' });
  const warnings = engine.events.filter((event) => event.type === 'notice' && event.level === 'warn');
  assert.equal(warnings.length, 1);
});

test('PRV-8 money is counted by the price of the model, minutes by the time of turns', async () => {
  const model = provider(() => paid('ok', usage(1_000_000, 0)));
  const engine = metered(model, '$1.50');
  await engine.send({ type: 'submit', text: 'one' });
  await engine.send({ type: 'submit', text: 'two' });
  assert.match(engine.events.findLast((event) => event.type === 'turn-end')?.error ?? '', /\$1\.00 of \$1\.50/);
  const { meter } = metered(
    provider(() => []),
    '30m',
  ).live;
  assert.deepEqual(meter.budget, { minutes: 30 });
});

test('PRV-8 sub-agents draw on the same budget', async () => {
  const model = provider(() => paid('seen', usage(600, 100)));
  const engine = metered(model, '800 tokens');
  const task = { agent: 'helper', objective: 'look', mode, model: 'model-1' };
  const report = await runSubagent(task, engine.live, engine.engine, never);
  assert.equal(report.ok, true);
  assert.equal(engine.live.meter.spent(Date.now()).tokens, 700);
  await engine.send({ type: 'submit', text: 'now you' });
  assert.equal(engine.events.findLast((event) => event.type === 'turn-end')?.reason, 'budget');
});
