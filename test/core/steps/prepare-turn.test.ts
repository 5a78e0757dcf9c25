import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTurn } from '../../../src/core/turn.ts';
import { createEngine, mode, readingTool } from '../../fixtures/engine.ts';
import { call, callsEnd, scriptedProvider, stop, text } from '../../fixtures/scripted-provider.ts';

const never = new AbortController().signal;

test('TURN-11 a routed model is one visible line, and is kept through all rounds of the prompt', async () => {
  const provider = scriptedProvider([
    [text('Let me look at it.'), stop],
    [call('c1', 'look', {}), callsEnd],
    [text('Seen.'), stop],
    [text('Hello.'), stop],
  ]);
  const models: string[] = [];
  const engine = createEngine(provider, [readingTool('look')], {
    routing: { modes: { test: 'other' }, agents: {} },
    provider: async (model) => (models.push(model), provider),
  });

  const state = await runTurn(engine.input('go'), engine.services, never);
  await runTurn({ ...engine.input('hi'), mode: { ...mode, name: 'plain' } }, engine.services, never);

  assert.deepEqual(models, ['other', 'other', 'other', 'model-1']);
  assert.equal(state.model, 'other');
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : [])),
    ['model: other for this turn (routing.modes.test) instead of model-1'],
  );
});
