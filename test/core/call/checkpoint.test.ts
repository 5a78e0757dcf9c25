import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as s from '../../../src/base/schema.ts';
import { defineTool, ok, type Tool } from '../../../src/protocol/tool.ts';
import type { Checkpoint } from '../../../src/protocol/undo.ts';
import { createEngine, editingTool, readingTool } from '../../fixtures/engine.ts';
import { call, callsEnd, scriptedProvider, stop, text } from '../../fixtures/scripted-provider.ts';

function recording(): { checkpoint: Checkpoint; said: string[] } {
  const said: string[] = [];
  const checkpoint: Checkpoint = {
    begin: () => void said.push('begin'),
    prepare: () => void said.push('prepare'),
    async before({ paths, shell }) {
      said.push(`before ${shell ? 'shell' : paths.map(({ path }) => path).join()}`);
      return async () => void said.push('after');
    },
    settled: async () => undefined,
    close: () => void said.push('close'),
  };
  return { checkpoint, said };
}

function shellTool(said: string[]): Tool {
  return defineTool({
    name: 'sh',
    description: 'Runs.',
    effect: 'run',
    permission: 'bash',
    input: s.object({ command: s.string() }),
    command: ({ command }) => ({ line: command }),
    async execute({ command }) {
      said.push(`run ${command}`);
      return ok({});
    },
    view: ({ command }) => ({ title: command }),
  });
}

test('SES-4 SES-7 the checkpoint is called before and after a call that may change files, not for one that only reads', async () => {
  const { checkpoint, said } = recording();
  const provider = scriptedProvider([
    [call('c1', 'look', {}), callsEnd],
    [call('c2', 'change', { path: 'a.ts' }), callsEnd],
    [call('c3', 'sh', { command: 'ls -la' }), callsEnd],
    [call('c4', 'sh', { command: 'touch a' }), callsEnd],
    [text('done'), stop],
  ]);
  const tools = [readingTool('look'), editingTool('change', () => said.push('edit')), shellTool(said)];
  const engine = createEngine(provider, tools, { live: { checkpoint } });
  engine.answerWith(() => ({ kind: 'approval', choice: 'yes' }));
  await engine.send({ type: 'submit', text: 'go' });
  await engine.send({ type: 'close' });
  assert.deepEqual(said, [
    'begin',
    'before /project/a.ts',
    'edit',
    'after',
    'run ls -la',
    'prepare',
    'before shell',
    'run touch a',
    'after',
    'close',
  ]);
});

test('SES-4 the turn is logged as one that can be undone once a change has been recorded', async () => {
  const { checkpoint } = recording();
  let onChange: () => Promise<unknown> = async () => undefined;
  const noticing: Checkpoint = {
    ...checkpoint,
    begin: (_turn, given) => void (onChange = given),
    before: async () => () => onChange().then(() => undefined),
  };
  const provider = scriptedProvider([
    [call('c1', 'change', { path: 'a.ts' }), callsEnd],
    [text('done'), stop],
  ]);
  const engine = createEngine(provider, [editingTool('change')], { live: { checkpoint: noticing } });
  engine.answerWith(() => ({ kind: 'approval', choice: 'yes' }));
  await engine.send({ type: 'submit', text: 'go' });
  const { turn } = engine.events.find((event) => event.type === 'turn-start') ?? {};
  const logged = engine.live.log.entries.filter((entry) => entry.type === 'checkpoint');
  assert.deepEqual(
    logged.map((entry) => entry.turn),
    [turn],
  );
});

test('G4 a cancel during the look at the tree starts nothing', async () => {
  const { checkpoint, said } = recording();
  const provider = scriptedProvider([[call('c1', 'sh', { command: 'touch a' }), callsEnd]]);
  const waiting: Checkpoint = {
    ...checkpoint,
    async before(touch, signal) {
      await engine.send({ type: 'cancel' });
      return checkpoint.before(touch, signal);
    },
  };
  const engine = createEngine(provider, [shellTool(said)], { live: { checkpoint: waiting } });
  engine.answerWith(() => ({ kind: 'approval', choice: 'yes' }));
  await engine.send({ type: 'submit', text: 'go' });
  assert.deepEqual(said, ['begin', 'prepare', 'before shell']);
  assert.equal(engine.events.findLast((event) => event.type === 'turn-end')?.reason, 'cancelled');
});
