import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Person } from '../../src/core/engine.ts';
import { failureHooks, stopHooks } from '../../src/core/hooks/turn-hooks.ts';
import { memorySession } from '../../src/core/memory-session.ts';
import { autoVerify } from '../../src/core/stages/auto-verify.ts';
import { chatStep } from '../../src/core/stages/chat-step.ts';
import { checkBudget } from '../../src/core/stages/check-budget.ts';
import { fitContext } from '../../src/core/stages/fit-context.ts';
import { nextSpeaker } from '../../src/core/stages/next-speaker.ts';
import { persist } from '../../src/core/stages/persist.ts';
import { refreshTools } from '../../src/core/stages/refresh-tools.ts';
import { reportChecks } from '../../src/core/stages/report-checks.ts';
import type { Stage } from '../../src/core/stages/stage.ts';
import { steer } from '../../src/core/stages/steer.ts';
import { takeBaseline } from '../../src/core/stages/take-baseline.ts';
import { toolLoop } from '../../src/core/stages/tool-loop.ts';
import { watchLoop } from '../../src/core/stages/watch-loop.ts';
import { runTurn } from '../../src/core/turn.ts';
import { resultText } from '../../src/log/result-text.ts';
import { callsOf } from '../../src/protocol/message.ts';
import { createEngine, editingTool, plot, readingTool } from '../fixtures/engine.ts';
import { call, callsEnd, failure, scriptedProvider, stop, text, thinking } from '../fixtures/scripted-provider.ts';

test('every stage after prepareTurn is a function from state to state, with one signature', () => {
  const stages: Record<string, Stage> = {
    refreshTools,
    checkBudget,
    fitContext,
    chatStep,
    watchLoop,
    takeBaseline,
    toolLoop,
    nextSpeaker,
    steer,
    autoVerify,
    reportChecks,
    persist,
  };
  const files = readdirSync(new URL('../../src/core/stages/', import.meta.url));
  const named = files.map((file) =>
    file.replace(/\.ts$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  assert.deepEqual(
    Object.keys(stages).toSorted(),
    named.filter((name) => !['prepareTurn', 'stage'].includes(name)).toSorted(),
  );
  const hooks: readonly Stage[] = [stopHooks, failureHooks];
  assert.deepEqual(new Set(hooks.map((hook) => hook.length)), new Set([4]));
});

test('TURN-1 TURN-4 TURN-6 a prompt, two calls side by side and an answer emit this whole list of events', async () => {
  const provider = scriptedProvider([
    [thinking('hm'), text('Looking.'), call('c1', 'look', { at: 'a' }), call('c2', 'look', { at: 'b' }), callsEnd],
    [text('Both '), text('seen.'), { type: 'end', reason: 'stop', usage: { input: 10, output: 5, cached: 2 } }],
  ]);
  const engine = createEngine(provider, [readingTool('look')]);

  const state = await engine.turn(engine.input('look twice'));

  const prompt = state.fixed.prompt;
  const c1 = { id: 'c1', name: 'look', arguments: '{"at":"a"}' };
  const c2 = { id: 'c2', name: 'look', arguments: '{"at":"b"}' };
  const outcome = { status: 'ok', result: { value: 'seen' } };
  const usage = { input: 10, output: 5, cached: 2 };
  const asked = {
    role: 'assistant',
    content: [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Looking.' },
      { type: 'call', call: c1 },
      { type: 'call', call: c2 },
    ],
    model: 'model-1',
  };
  assert.deepEqual(
    engine.events.map((event) => (event.type === 'call-end' ? { ...event, durationMs: 0 } : event)),
    [
      { type: 'turn-start', turn: 'turn_1', prompt, input: 'look twice', kind: 'prompt' },
      { type: 'message-end', message: { role: 'user', content: [{ type: 'text', text: 'look twice' }] } },
      { type: 'thinking-delta', text: 'hm' },
      { type: 'text-delta', text: 'Looking.' },
      { type: 'message-end', message: asked },
      { type: 'state-change', change: { context: { tokens: 64, estimated: true, limit: 128_000 } } },
      { type: 'call-start', call: c1, view: { title: 'look a' } },
      { type: 'call-start', call: c2, view: { title: 'look b' } },
      { type: 'call-end', callId: 'c1', outcome, view: { title: 'look a done' }, durationMs: 0 },
      { type: 'call-end', callId: 'c2', outcome, view: { title: 'look b done' }, durationMs: 0 },
      { type: 'message-end', message: { role: 'tool', callId: 'c1', name: 'look', outcome, title: 'look a done' } },
      { type: 'message-end', message: { role: 'tool', callId: 'c2', name: 'look', outcome, title: 'look b done' } },
      { type: 'text-delta', text: 'Both ' },
      { type: 'text-delta', text: 'seen.' },
      {
        type: 'message-end',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Both seen.' }], model: 'model-1', usage },
      },
      { type: 'state-change', change: { context: { tokens: 15, estimated: false, limit: 128_000 } } },
      { type: 'turn-end', turn: 'turn_1', reason: 'answered', usage },
    ],
  );
  assert.deepEqual(
    provider.requests.map(({ messages }) => messages.map(({ role }) => role)),
    [['user'], ['user', 'assistant', 'tool', 'tool']],
  );
});

test('TURN-6 MODE-5 two tasks of one answer run side by side', async () => {
  const second = Promise.withResolvers<string>();
  const provider = scriptedProvider([
    [call('c1', 'hand-over', { at: 'waits' }), call('c2', 'hand-over', {}), callsEnd],
    [text('ok'), stop],
  ]);
  const run = ({ at }: { at?: string }) => (at === 'waits' ? second.promise : (second.resolve('late'), 'early'));
  const tool = { ...readingTool('hand-over', run), effect: 'none' as const, sideBySide: true as const };
  const engine = createEngine(provider, [tool]);

  const state = await engine.turn(engine.input('go'));

  assert.equal(state.stop, 'answered');
});

test('TURN-6 results keep the order of the calls, whichever ends first', async () => {
  const first = Promise.withResolvers<string>();
  const provider = scriptedProvider([
    [call('c1', 'look', { at: 'slow' }), call('c2', 'look', {}), callsEnd],
    [text('ok'), stop],
  ]);
  const look = readingTool('look', ({ at }) => (at === 'slow' ? first.promise : (first.resolve('late'), 'early')));
  const engine = createEngine(provider, [look]);

  await engine.turn(engine.input('go'));

  const results = engine.messages().flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  assert.deepEqual(results, ['c1', 'c2']);
});

test('TURN-8 TOOL-1 unknown, broken, wrong and throwing calls get an outcome and the turn continues', async () => {
  const provider = scriptedProvider([
    [
      call('c1', 'peek', {}),
      call('c2', 'look', { at: 7 }),
      call('c3', 'look', {}, { problem: 'The arguments are not a JSON object.' }),
      call('c4', 'look', { at: 'x' }),
      callsEnd,
    ],
    [text('sorry'), stop],
  ]);
  const look = readingTool('look', () => {
    throw new Error('the disk is gone');
  });
  const engine = createEngine(provider, [look]);

  const state = await engine.turn(engine.input('go'));

  const errors = engine
    .messages()
    .flatMap((message) => (message.role === 'tool' && message.outcome.status !== 'ok' ? [message.outcome.error] : []));
  assert.equal(errors[0], 'Unknown tool: peek. Tools: look');
  assert.equal(errors[1], 'Wrong arguments for look: at: expected a string, got 7. Call it as: look(at?)');
  assert.equal(errors[2], 'The arguments are not a JSON object.');
  assert.equal(errors[3], 'look: the disk is gone');
  assert.equal(state.stop, 'answered');
});

test('TURN-7 the step limit ends the turn with an outcome for every call', async () => {
  const provider = scriptedProvider(Array.from({ length: 3 }, (_, n) => [call(`c${n}`, 'look', {}), callsEnd]));
  const engine = createEngine(provider, [readingTool('look')], {
    settings: { runtime: { max_steps: 3, max_session_turns: 0, max_retries: 0, retry_base_ms: 1 } },
  });

  const state = await engine.turn(engine.input('go'));

  assert.equal(state.stop, 'step-limit');
  assert.equal(state.error, 'step limit reached (3)');
  assert.equal(provider.requests.length, 3);
  assert.equal(engine.messages().at(-1)?.role, 'tool');
});

test('MDL-6 TURN-7 the last step is sent without tools, so that there is an answer', async () => {
  const provider = scriptedProvider([
    [call('c1', 'look', {}), callsEnd],
    [text('This is what I have.'), stop],
  ]);
  const engine = createEngine(provider, [readingTool('look')], { settings: { runtime: { max_steps: 2 } } });
  const state = await engine.turn(engine.input('go'));
  assert.equal(state.stop, 'step-limit');
  const last = provider.requests[1];
  assert.deepEqual(last?.tools, []);
  assert.deepEqual(last?.messages.at(-1), {
    role: 'user',
    by: 'coder',
    content: [{ type: 'text', text: 'Last step: answer with what you have.' }],
  });
});

test('MDL-6 a third identical call, and a job that ended, are reported to the model with the next request', async () => {
  const same = (id: string) => [call(id, 'look', { at: 'a' }), callsEnd];
  const provider = scriptedProvider([same('c1'), same('c2'), same('c3'), [text('Done.'), stop]]);
  const job = { id: 'job1', command: 'x', startedAt: 0, state: 'exited' as const, exitCode: 7 };
  let hasEnded = false;
  const jobs = () => (hasEnded ? [{ ...job, read: () => ({ text: '', next: 0 }), stop: async () => {} }] : []);
  const look = readingTool('look', () => {
    hasEnded = true;
    return 'same';
  });
  const engine = createEngine(provider, [look], { machine: { jobs } });
  await engine.turn(engine.input('go'));
  const notes = (at: number) =>
    provider.requests[at]?.messages.flatMap((message) =>
      message.role === 'tool' ? [resultText(message).split('\n').slice(1)] : [],
    );
  const ended = '[job1 ended: exit 7; jobs read job1]';
  const third = '[third time the same call with the same result: do something else]';
  assert.deepEqual(notes(3), [[ended], [], [third]]);
  assert.ok(
    provider.requests.every(({ messages }) => messages.at(-1)?.role !== 'note'),
    'the last word is never the model’s own',
  );
});

test('TURN-7 the session turn limit ends a turn before it asks the model', async () => {
  const provider = scriptedProvider([]);
  const runtime = { max_steps: 3, max_session_turns: 2, max_retries: 0, retry_base_ms: 1 };
  const engine = createEngine(provider, [], { settings: { runtime } });

  const state = await engine.turn({ ...engine.input('go'), turnsSoFar: 2 });

  assert.deepEqual([state.stop, state.error], ['turn-limit', 'session turn limit reached (2)']);
});

test('TURN-12 a retryable failure is reported and retried; any other ends the turn with a readable error', async () => {
  const provider = scriptedProvider([
    [failure({ code: 'server', message: 'host: 503', retryable: true })],
    [text('half'), failure({ code: 'network', message: 'host: reset', retryable: true })],
    [failure({ code: 'auth', message: 'host: the key was refused', retryable: false })],
  ]);
  const engine = createEngine(provider);

  const state = await engine.turn(engine.input('go'));

  const retries = engine.events.flatMap((event) =>
    event.type === 'retry' ? [[event.attempt, event.reason, event.discarded]] : [],
  );
  assert.deepEqual(retries, [
    [1, 'host: 503', false],
    [2, 'host: reset', true],
  ]);
  assert.deepEqual([state.stop, state.error], ['failed', 'host: the key was refused']);
  assert.deepEqual(
    engine.messages().map(({ role }) => role),
    ['user'],
  );
});

test('TURN-13 a stream that breaks for good keeps the text that arrived, marked as interrupted, and none of its calls', async () => {
  const broken = [
    text('The answer is '),
    call('c1', 'look', {}),
    failure({ code: 'network', message: 'host: reset', retryable: true }),
  ];
  const runtime = { max_steps: 5, max_session_turns: 0, max_retries: 0, retry_base_ms: 1 };
  const engine = createEngine(scriptedProvider([broken]), [readingTool('look')], { settings: { runtime } });

  await engine.turn(engine.input('go'));

  assert.deepEqual(engine.messages().at(-1), {
    role: 'assistant',
    content: [{ type: 'text', text: 'The answer is ' }],
    model: 'model-1',
    interrupted: true,
  });
  assert.deepEqual(plot(engine.events), ['turn-start', 'message user', 'message assistant', 'turn-end failed']);
});

test('TURN-14 a stream without an end marker is not a success', async () => {
  const runtime = { max_steps: 5, max_session_turns: 0, max_retries: 1, retry_base_ms: 1 };
  const engine = createEngine(scriptedProvider([[text('hal')], [text('whole'), stop]]), [], { settings: { runtime } });

  const state = await engine.turn(engine.input('go'));

  assert.equal(state.stop, 'answered');
  assert.deepEqual(engine.messages().at(-1), {
    role: 'assistant',
    content: [{ type: 'text', text: 'whole' }],
    model: 'model-1',
  });
});

test('TURN-14 a call cut off by the output limit does not run', async () => {
  let runs = 0;
  const cut = call('c1', 'look', {}, { problem: 'cut off by the output limit.' });
  const provider = scriptedProvider([
    [cut, { type: 'end', reason: 'length' }],
    [text('again'), stop],
  ]);
  const engine = createEngine(provider, [readingTool('look', () => runs++)]);

  await engine.turn(engine.input('go'));

  assert.equal(runs, 0);
});

test('ESC-2 G4 a cancel in the middle of a call gives every call an outcome and starts nothing new', async () => {
  const controller = new AbortController();
  const started: string[] = [];
  const edit = editingTool('change', ({ path }) => {
    started.push(path);
    controller.abort();
  });
  const provider = scriptedProvider([
    [call('c1', 'change', { path: 'a' }), call('c2', 'change', { path: 'b' }), call('c3', 'look', {}), callsEnd],
  ]);
  const engine = createEngine(provider, [edit, readingTool('look')], {
    settings: { approval: { autoApprove: true, attended: false, onRisk: 'deny' } },
  });

  const state = await engine.turn(engine.input('go'), controller.signal);

  assert.deepEqual(started, ['a']);
  assert.equal(state.stop, 'cancelled');
  const asked = engine.messages().flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []));
  const answered = engine.messages().flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  assert.deepEqual(
    answered,
    asked.map(({ id }) => id),
  );
  assert.equal(provider.requests.length, 1);
});

test('ESC-1 TURN-12 a cancel while streaming keeps the text that arrived and is reported as a cancellation', async () => {
  const controller = new AbortController();
  const provider = scriptedProvider([[text('so far'), () => controller.abort(), text(' never'), stop]]);
  const engine = createEngine(provider);

  const state = await engine.turn(engine.input('go'), controller.signal);

  assert.deepEqual([state.stop, state.error], ['cancelled', undefined]);
  assert.deepEqual(plot(engine.events), ['turn-start', 'message user', 'message assistant', 'turn-end cancelled']);
  const contexts = engine.events.flatMap((event) =>
    event.type === 'state-change' ? (event.change.context ?? []) : [],
  );
  assert.equal(
    contexts.at(-1)?.tokens,
    engine.live.outgoing.size().tokens,
    'OUT-14 the figure at the next prompt is true',
  );
});

test('I6 a cancel during the wait before a retry ends the turn without another request', async () => {
  const controller = new AbortController();
  const provider = scriptedProvider([
    [failure({ code: 'server', message: '503', retryable: true, retryAfterMs: 100_000 })],
  ]);
  const engine = createEngine(provider, [], {});
  const { person } = engine.engine;
  const emit: Person['emit'] = (event) => {
    person.emit(event);
    if (event.type === 'retry') controller.abort();
  };
  const watched = { ...engine.engine, person: { ...person, emit } };

  const state = await runTurn(engine.input('go'), engine.live, watched, controller.signal);

  assert.equal(state.stop, 'cancelled');
  assert.equal(provider.requests.length, 1);
});

test('a turn of a long session reads only the end of its log', async () => {
  const turns = 60;
  const provider = scriptedProvider(
    Array.from({ length: turns }, (_, at) => [
      [call(`c${at}`, 'look', { at: String(at) }), callsEnd],
      [text(`Seen ${at}.`), stop],
    ]).flat(),
  );
  const session = memorySession();
  let oldest = Number.POSITIVE_INFINITY;
  const entries = new Proxy(session.entries, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) oldest = Math.min(oldest, Number(key));
      return Reflect.get(target, key, receiver);
    },
  });
  const engine = createEngine(provider, [readingTool('look')], { live: { log: { ...session, entries } } });
  for (let at = 0; at < turns; at++) {
    oldest = Number.POSITIVE_INFINITY;
    const before = session.entries.length;
    await engine.turn({ ...engine.input(`look ${at}`), turn: `turn_${at}` });
    assert.ok(oldest >= before - 20, `turn ${at} read entry ${oldest} of ${before}`);
  }
});
