import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, mode, plot, readingTool } from '../../fixtures/engine.ts';
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
  assert.equal(state.fixed.model, 'other');
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : [])),
    ['model: other for this turn (routing.modes.test) instead of model-1'],
  );
});

test('TURN-12 a turn that fails before its first request has begun before it ends', async () => {
  const engine = createEngine(scriptedProvider([]), [], {
    models: { systemPrompt: () => Promise.reject(new Error('the notes cannot be read')) },
  });

  await engine.send({ type: 'submit', text: 'go' });

  assert.deepEqual(plot(engine.events), ['turn-start', 'turn-end failed']);
  const [start, end] = engine.events;
  assert.ok(start?.type === 'turn-start' && end?.type === 'turn-end');
  assert.equal(start.turn, end.turn);
  assert.match(end.error ?? '', /the notes cannot be read/);
});
