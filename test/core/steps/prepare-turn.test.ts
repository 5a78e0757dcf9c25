import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, mode, readingTool } from '../../fixtures/engine.ts';
import { call, callsEnd, scriptedProvider, stop, text } from '../../fixtures/scripted-provider.ts';

test('TURN-11 a routed model is shown in one line, and kept through all steps of the prompt', async () => {
  const provider = scriptedProvider([
    [text('Let me look at it.'), stop],
    [call('c1', 'look', {}), callsEnd],
    [text('Seen.'), stop],
    [text('Hello.'), stop],
  ]);
  const models: string[] = [];
  const engine = createEngine(provider, [readingTool('look')], {
    settings: { routing: { modes: { test: 'other' }, agents: {} } },
    models: { provider: async (model) => (models.push(model), provider) },
  });

  const state = await engine.turn(engine.input('go'));
  await engine.turn({ ...engine.input('hi'), mode: { ...mode, name: 'plain' } });

  assert.deepEqual(models, ['other', 'other', 'other', 'model-1']);
  assert.equal(state.model, 'other');
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : [])),
    ['model: other for this turn (routing.modes.test) instead of model-1'],
  );
});
