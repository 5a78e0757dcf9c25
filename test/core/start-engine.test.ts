import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../../src/protocol/job.ts';
import { textOf } from '../../src/protocol/message.ts';
import { createEngine, plot, readingTool } from '../fixtures/engine.ts';
import { call, callsEnd, scriptedProvider, stop, text } from '../fixtures/scripted-provider.ts';

test('IN-6 a slash runs a built-in command, an exclamation mark a shell line, anything else a turn', async () => {
  const provider = scriptedProvider([[text('hello'), stop]]);
  const engine = createEngine(provider);
  await engine.send({ type: 'submit', text: '/tools' });
  await engine.send({ type: 'submit', text: '!' });
  await engine.send({ type: 'submit', text: '  ' });
  await engine.send({ type: 'submit', text: 'hi' });
  assert.deepEqual(plot(engine.events), [
    'notice',
    'turn-start',
    'message user',
    'message note',
    'turn-end failed',
    'turn-start',
    'message user',
    'message assistant',
    'turn-end answered',
  ]);
  assert.equal(provider.requests.length, 1);
});

test('CMD-2 command mode reports why a line does not run', async () => {
  const engine = createEngine(scriptedProvider([]));
  await engine.send({ type: 'submit', text: '! ls' });
  await engine.send({ type: 'submit', text: '!  ' });
  const notes = engine.events.flatMap((event) =>
    event.type === 'message-end' && event.message.role === 'note' ? [event.message.text] : [],
  );
  assert.deepEqual(notes, [
    'command mode denied: bash disabled by active agent main',
    "command mode error: empty command after '!'",
  ]);
});

test('OUT-14 a command that tells the model something updates the context figure; another one does not', async () => {
  const engine = createEngine(scriptedProvider([[text('hello'), stop]]), [], {
    async run(name, _args, { tellModel }) {
      if (name === 'undo') await tellModel('The user undid your changes to a.ts.');
      return { title: 'done' };
    },
  });
  await engine.send({ type: 'submit', text: 'hi' });
  const before = engine.live.outgoing.size().tokens;
  const figures = () =>
    engine.events.flatMap((event) =>
      event.type === 'state-change' && event.change.context ? [event.change.context] : [],
    );
  const told = figures().length;
  await engine.send({ type: 'submit', text: '/tools' });
  assert.equal(figures().length, told);
  await engine.send({ type: 'submit', text: '/undo' });
  const after = engine.live.outgoing.size().tokens;
  assert.ok(after > before);
  assert.equal(figures().at(-1)?.tokens, after);
});

test('IN-11 a steering message reaches the running turn before its next model call', async () => {
  const provider = scriptedProvider([
    [call('c1', 'look', {}), callsEnd],
    [text('as you wish'), stop],
  ]);
  const look = readingTool('look', () => engine.send({ type: 'steer', text: 'rather in French' }));
  const engine = createEngine(provider, [look]);
  await engine.send({ type: 'submit', text: 'go' });
  assert.deepEqual(
    provider.requests[1]?.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user'],
  );
  const steered = provider.requests[1]?.messages.at(-1);
  assert.equal(
    steered?.role === 'user' && textOf(steered.content),
    '[said while you worked:] rather in French',
    'MDL-6 marked for the model',
  );
});

test('IN-11 a steering message that comes too late for its turn starts another one', async () => {
  const provider = scriptedProvider([
    [text('done'), stop],
    [text('as you wish'), stop],
  ]);
  const engine = createEngine(provider, [], {
    person: {
      emit(event) {
        if (event.type === 'turn-end' && provider.requests.length === 1)
          void engine.send({ type: 'steer', text: 'rather in French' });
      },
    },
  });
  await engine.send({ type: 'submit', text: 'go' });
  assert.deepEqual(
    provider.requests.map(({ messages }) => messages.map(({ role }) => role)),
    [['user'], ['user', 'assistant', 'user']],
  );
});

test('IN-11 ESC-2 a steering message that comes too late for a cancelled turn starts none', async () => {
  const provider = scriptedProvider([[text('done'), stop]]);
  const engine = createEngine(provider, [], {
    person: {
      emit(event) {
        if (event.type !== 'turn-end') return;
        void engine.send({ type: 'steer', text: 'rather in French' });
        void engine.send({ type: 'cancel' });
      },
    },
  });
  await engine.send({ type: 'submit', text: 'go' });
  assert.equal(provider.requests.length, 1);
});

test('an input that cannot even be reported does not hold up the next one', async () => {
  const provider = scriptedProvider([[text('two'), stop]]);
  let isBroken = true;
  const engine = createEngine(provider, [], {
    person: {
      emit: () => {
        if (isBroken) throw new Error('the screen is gone');
      },
    },
  });
  await assert.rejects(engine.send({ type: 'submit', text: 'first' }), /the screen is gone/);
  isBroken = false;
  await engine.send({ type: 'submit', text: 'second' });
  assert.equal(provider.requests.length, 1);
});

test('inputs run one after another, in the order they came', async () => {
  const provider = scriptedProvider([
    [text('one'), stop],
    [text('two'), stop],
  ]);
  const engine = createEngine(provider);
  await Promise.all([engine.send({ type: 'submit', text: 'first' }), engine.send({ type: 'submit', text: 'second' })]);
  const inputs = engine.events.flatMap((event) => (event.type === 'turn-start' ? [event.input] : []));
  assert.deepEqual(inputs, ['first', 'second']);
  assert.equal(provider.requests[1]?.messages.length, 3);
});

test('ESC-2 after a cancel the next turn works and its history is valid', async () => {
  const hang = new Promise(() => {});
  const provider = scriptedProvider([
    [call('c1', 'look', {}), callsEnd],
    [text('fine'), stop],
  ]);
  const look = readingTool('look', (_args, signal) => {
    queueMicrotask(() => void engine.send({ type: 'cancel' }));
    return Promise.race([
      hang,
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    ]);
  });
  const engine = createEngine(provider, [look]);
  await engine.send({ type: 'submit', text: 'go' });
  await engine.send({ type: 'submit', text: 'and now?' });
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'turn-end' ? [event.reason] : [])),
    ['cancelled', 'answered'],
  );
  assert.deepEqual(
    provider.requests[1]?.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user'],
  );
});

test('CMD-4 a command that throws is reported as an error, without the end of a turn that never began', async () => {
  const engine = createEngine(scriptedProvider([[text('hello'), stop]]), [], {
    run: () => Promise.reject(new Error('the disk is gone')),
  });
  await engine.send({ type: 'submit', text: '/tools' });
  assert.deepEqual(engine.events, [{ type: 'notice', level: 'error', view: { title: 'the disk is gone' } }]);
  await engine.send({ type: 'submit', text: 'hi' });
  assert.equal(plot(engine.events).at(-1), 'turn-end answered');
});

test('ESC-3 a cancelled turn lists the jobs that still run; a cancel while nothing else runs ends them', async () => {
  const stopped: string[] = [];
  const job = (id: string, state: Job['state']): Job => ({
    id,
    command: `run ${id}`,
    startedAt: 0,
    get state() {
      return stopped.includes(id) ? 'exited' : state;
    },
    exitCode: null,
    read: () => ({ text: '', next: 0 }),
    stop: async () => void stopped.push(id),
  });
  const jobs = [job('a', 'running'), job('b', 'exited'), job('c', 'running')];
  const look = readingTool('look', () => engine.send({ type: 'cancel' }));
  const provider = scriptedProvider([[call('c1', 'look', {}), callsEnd]]);
  const engine = createEngine(provider, [look], { machine: { jobs: () => jobs } });
  await engine.send({ type: 'submit', text: 'go' });
  const end = engine.events.findLast((event) => event.type === 'turn-end');
  assert.deepEqual([end?.reason, end?.jobs, stopped], ['cancelled', ['run a', 'run c'], []]);

  await engine.send({ type: 'cancel' });
  assert.deepEqual(stopped, ['a', 'c']);
  assert.deepEqual(engine.events.slice(-2), [
    { type: 'state-change', change: { jobs: 0 } },
    { type: 'notice', level: 'warn', view: { title: 'Ended background programs: run a; run c' } },
  ]);
});
