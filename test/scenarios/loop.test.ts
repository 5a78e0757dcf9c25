import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callsOf, type Message } from '../../src/protocol/message.ts';
import type { Request } from '../../src/protocol/request.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { runCommand } from '../fixtures/command-context.ts';
import { createEngine, editingTool, plot, readingTool } from '../fixtures/engine.ts';
import { calls, call as modelCall, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, type Script, scriptedProvider, stop, text, thinking } from '../fixtures/scripted-provider.ts';

const approval = { autoApprove: true, attended: false, onRisk: 'deny' as const };
const alone = { settings: { approval } };
const looks = (count: number, name = 'look'): Script[] =>
  Array.from({ length: count }, (_, at) => [call(`c${at}`, name, { at: 'a.ts' }), callsEnd]);
const finished: Script = [text('Done.'), stop];

/** Asserts that every call has exactly one result, so that the history can be sent again. */
function assertAnswered(messages: readonly Message[]): void {
  const asked = messages.flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []));
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  assert.deepEqual(
    answered,
    asked.map(({ id }) => id),
  );
}

test('TURN-9 with no one to ask, the fifth identical call with the same result does not run and the turn ends', async () => {
  let runs = 0;
  const look = readingTool('look', () => (runs++, 'same'));
  const engine = createEngine(scriptedProvider(looks(9)), [look], alone);

  const state = await engine.turn(engine.input('go'));

  assert.equal(runs, 4);
  const loops = engine.events.filter((event) => event.type === 'loop');
  assert.deepEqual(loops, [{ type: 'loop', kind: 'calls', repeated: ['look {"at":"a.ts"}'], times: 5 }]);
  assert.deepEqual(
    [state.stop, state.error],
    ['failed', 'loop detected: the same call 5 times in a row, with the same result: look {"at":"a.ts"}'],
  );
  assertAnswered(engine.messages());
  const end = engine.events.at(-1);
  assert.deepEqual([end?.type, end?.type === 'turn-end' && end.error], ['turn-end', state.error]);
});

test('TURN-9 a repeated call that changes something is stopped before it runs again', async () => {
  let runs = 0;
  const change = editingTool('change', () => (runs++, 'same'));
  const scripts: Script[] = Array.from({ length: 9 }, (_, at) => [call(`c${at}`, 'change', { path: 'a' }), callsEnd]);
  const engine = createEngine(scriptedProvider(scripts), [change], alone);

  const state = await engine.turn(engine.input('go'));

  assert.deepEqual([runs, state.stop], [4, 'failed']);
});

test('TURN-9 polling with changing results is not a loop', async () => {
  let polls = 0;
  const engine = createEngine(scriptedProvider([...looks(15), finished]), [readingTool('look', () => ++polls)], alone);

  const state = await engine.turn(engine.input('go'));

  assert.deepEqual([polls, state.stop], [15, 'answered']);
});

test('TURN-9 the person is asked once, chooses to continue, and the turn continues', async () => {
  const requests: Request[] = [];
  const engine = createEngine(scriptedProvider([...looks(7), finished]), [readingTool('look')]);
  engine.answerWith((request) => {
    requests.push(request);
    return { kind: 'pick', picked: 1 };
  });

  const state = await engine.turn(engine.input('go'));

  assert.equal(state.stop, 'answered');
  assert.deepEqual(
    requests.map((request) => request.kind === 'pick' && [request.title, request.options]),
    [
      [
        'The model is repeating itself: the same call 5 times in a row, with the same result: look {"at":"a.ts"} — continue?',
        ['Stop here', 'Continue'],
      ],
    ],
  );
});

test('TURN-9 if the person stops the loop or does not answer, the turn ends; a cancel cancels it', async () => {
  for (const picked of [0, null]) {
    const engine = createEngine(scriptedProvider(looks(9)), [readingTool('look')]);
    engine.answerWith(() => ({ kind: 'pick', picked }));
    const state = await engine.turn(engine.input('go'));
    assert.equal(state.stop, 'failed');
    assertAnswered(engine.messages());
  }
  const controller = new AbortController();
  const engine = createEngine(scriptedProvider(looks(9)), [readingTool('look')]);
  engine.answerWith(() => {
    controller.abort();
    return { kind: 'cancelled' };
  });
  const state = await engine.turn(engine.input('go'), controller.signal);
  assert.deepEqual([state.stop, state.error], ['cancelled', undefined]);
  assertAnswered(engine.messages());
});

test('TURN-9 a cycle of different calls is a loop too', async () => {
  const cycle: Script[] = Array.from({ length: 12 }, (_, at) => [
    call(`c${at}`, at % 2 === 0 ? 'look' : 'list', {}),
    callsEnd,
  ]);
  const engine = createEngine(scriptedProvider(cycle), [readingTool('look'), readingTool('list')], alone);

  const state = await engine.turn(engine.input('go'));

  assert.equal(state.error, 'loop detected: the same 2 calls 5 times over, with the same results: look {}, list {}');
  assert.equal(state.step, 10);
});

test('TURN-9 the same text ten times in one answer aborts the stream and keeps what arrived', async () => {
  const stretch = 'I will check the file once more to be sure. ';
  let sent = 0;
  const pieces = Array.from({ length: 400 }, () => [() => void sent++, text(stretch)]).flat();
  const engine = createEngine(scriptedProvider([[...pieces, stop]]), [], alone);

  const state = await engine.turn(engine.input('go'));

  assert.ok(sent <= 12, `${sent} pieces were read`);
  assert.deepEqual(
    [state.stop, state.error],
    ['failed', 'loop detected: the same text 10 times over: I will check the file once more to be sure.'],
  );
  const last = engine.messages().at(-1);
  assert.equal(last?.role === 'assistant' && last.interrupted, true);
  assert.deepEqual(plot(engine.events), ['turn-start', 'message user', 'loop', 'message assistant', 'turn-end failed']);
});

test('TURN-9 repetitive thinking counts too, and the person can let it continue', async () => {
  const pieces = Array.from({ length: 40 }, () => thinking('Wait, let me think about this one again. '));
  const engine = createEngine(scriptedProvider([[...pieces, text('So: 42.'), stop]]), []);
  const titles: string[] = [];
  engine.answerWith((request) => {
    if (request.kind === 'pick') titles.push(request.title);
    return { kind: 'pick', picked: 1 };
  });

  const state = await engine.turn(engine.input('go'));

  assert.equal(state.stop, 'answered');
  assert.deepEqual(titles, [
    'The model is repeating itself: the same text 10 times over: Wait, let me think about this one again. — continue?',
  ]);
});

test('TURN-9 /loop off turns detection off for the session, /loop on turns it on again', async () => {
  const provider = scriptedProvider([...looks(6), finished, ...looks(6)]);
  const engine = createEngine(provider, [readingTool('look')], {
    ...alone,
    run: runCommand,
  });
  await engine.send({ type: 'submit', text: '/loop off' });
  await engine.send({ type: 'submit', text: 'go' });
  await engine.send({ type: 'submit', text: '/loop on' });
  await engine.send({ type: 'submit', text: 'go' });

  const ends = engine.events.flatMap((event) => (event.type === 'turn-end' ? [event.reason] : []));
  assert.deepEqual(ends, ['answered', 'failed']);
});

test('TURN-9 the loop question is shown in Chinese', async () => {
  const engine = createEngine(scriptedProvider(looks(9)), [readingTool('look')], {
    settings: { approval },
    words: zhCn,
  });
  const state = await engine.turn(engine.input('go'));
  assert.equal(state.error, '检测到循环：同一调用连续 5 次，结果相同：look {"at":"a.ts"}');
});

test('TURN-9 /loop shows the current state and the accepted values', async () => {
  const engine = createEngine(scriptedProvider([]), [], {
    run: runCommand,
  });
  for (const line of ['/loop', '/loop OFF', '/loop', '/loop maybe']) await engine.send({ type: 'submit', text: line });
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : [])),
    [
      'loop detection: on (/loop on, /loop off)',
      'loop detection: off for this session',
      'loop detection: off (/loop on, /loop off)',
      'Not on or off: maybe. Say /loop on or /loop off.',
    ],
  );
});

test('TURN-9 CLI-2 the built program ends a loop with an error that names what repeated', async () => {
  using place = scratch();
  await using server = await startModelServer([modelCall('list', {})]);
  const { code, stderr } = await runCoder(['-p', 'look around'], { cwd: place.path, url: server.url });
  assert.equal(code, 1);
  assert.match(stderr, /loop detected: the same call 5 times in a row, with the same result: list \{\}/);
  assert.equal(server.requests.length, 5);
});

test('TURN-9 TURN-6 of forty different calls in one message 32 run, the rest are refused by the cap, and the turn continues', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'line\n'.repeat(60));
  const reads = Array.from({ length: 40 }, (_, at) => ({ name: 'read', args: { path: 'a.txt', offset: at + 1 } }));
  await using server = await startModelServer([calls(reads), say('Read.')]);
  const run = await runCoder(['-p', 'go', '--output-format', 'json'], { cwd: place.path, url: server.url });
  const { answer, tool_calls: made } = JSON.parse(run.stdout) as { answer: string; tool_calls: { status: string }[] };
  assert.deepEqual([run.code, answer], [0, 'Read.']);
  assert.deepEqual([made.filter(({ status }) => status === 'ok').length, made.length], [32, 40]);
});
