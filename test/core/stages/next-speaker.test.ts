import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, readingTool } from '../../fixtures/engine.ts';
import { call, callsEnd, type Script, scriptedProvider, stop, text } from '../../fixtures/scripted-provider.ts';

const cut = { type: 'end', reason: 'length' } as const;
const tools = [readingTool('look')];
test('TURN-10 if the model announced an action and did not take it, coder asks it to continue', async () => {
  const provider = scriptedProvider([
    [text('Let me read the file.'), stop],
    [call('c1', 'look', {}), callsEnd],
    [text('It is fine.'), stop],
  ]);
  const engine = createEngine(provider, tools);

  const state = await engine.turn(engine.input('go'));

  assert.deepEqual([state.stop, state.continued], ['answered', 1]);
  assert.deepEqual(engine.messages()[2], {
    role: 'user',
    by: 'coder',
    content: [{ type: 'text', text: 'Please continue.' }],
  });
  assert.equal(
    new Set(engine.live.log.entries.flatMap((entry) => (entry.type === 'message' ? [entry.prompt] : []))).size,
    1,
  );
});

test('TURN-10 an answer cut off by the output limit continues without a warning', async () => {
  const engine = createEngine(
    scriptedProvider([
      [text('The first ha'), cut],
      [text('lf and the rest.'), stop],
    ]),
    tools,
  );
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.stop, state.continued], ['answered', 1]);
  assert.equal(engine.events.filter(({ type }) => type === 'notice').length, 0);
});

test('TURN-5 TURN-10 the model is never asked to continue after a plain answer', async () => {
  const engine = createEngine(scriptedProvider([[text('Done: it adds up.'), stop]]), tools);
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.stop, state.continued], ['answered', 0]);
});

test('TURN-10 the model is asked to continue at most a hundred times per prompt', async () => {
  const scripts: Script[] = Array.from({ length: 200 }, (_, at) => [text(`Part ${at} of the text is this and`), cut]);
  const engine = createEngine(scriptedProvider(scripts), tools, {
    settings: { runtime: { max_steps: 1000, max_retries: 0 } },
  });
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.stop, state.continued, state.step], ['answered', 100, 101]);
});

test('TURN-10 a model that repeats itself is not asked to continue for ever', async () => {
  const scripts: Script[] = Array.from({ length: 50 }, () => [text('Let me read the file.'), stop]);
  const engine = createEngine(scriptedProvider(scripts), tools);
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.stop, state.continued], ['answered', 1]);
});

test('TURN-10 with "off" the model is not asked to continue, and a cut-off answer is reported', async () => {
  const engine = createEngine(scriptedProvider([[text('The first ha'), cut]]), tools, {
    settings: { runtime: { next_speaker_check: 'off' } },
  });
  const state = await engine.turn(engine.input('go'));
  assert.equal(state.stop, 'answered');
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : [])),
    ['The answer was cut off by the output limit of the model.'],
  );
});

test('TURN-10 TURN-11 with "model" the small model is asked about answers that leave it open, and this is shown', async () => {
  const open = [text('The next step is the parser.'), stop];
  const provider = scriptedProvider([
    open,
    [text(' Model.'), { type: 'end', reason: 'stop', usage: { input: 7, output: 1, cached: 0 } }],
    [text('Done.'), stop],
  ]);
  const models: string[] = [];
  const engine = createEngine(provider, tools, {
    settings: { runtime: { next_speaker_check: 'model' }, routing: { small: 'tiny', modes: {}, agents: {} } },
    models: { provider: async (model) => (models.push(model), provider) },
  });
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.continued, models, state.usage.input], [1, ['model-1', 'tiny', 'model-1'], 7]);
  assert.equal(engine.live.meter.spent(0).tokens, 8, 'a budget counts it too');
  assert.deepEqual(
    engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : [])),
    ['model: tiny for this check (routing.small) instead of model-1'],
  );

  const quiet = createEngine(scriptedProvider([open]), tools);
  assert.equal((await quiet.turn(quiet.input('go'))).continued, 0, 'heuristic: no extra call');
});

test('TURN-10 a check that fails leaves the answer as it is', async () => {
  const failing = { type: 'end', reason: 'error', error: { code: 'server', message: 'no', retryable: true } } as const;
  const provider = scriptedProvider([[text('The next step is the parser.'), stop], [failing]]);
  const engine = createEngine(provider, tools, { settings: { runtime: { next_speaker_check: 'model' } } });
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.stop, state.continued], ['answered', 0]);
});

test('TURN-10 a model that always announces is asked to continue a hundred times, because asking does not count as a step', async () => {
  const scripts = Array.from({ length: 101 }, (_, at): Script => [text(`Let me read file ${at}.`), stop]);
  const engine = createEngine(scriptedProvider(scripts), tools, { settings: { runtime: { max_steps: 5 } } });
  const state = await engine.turn(engine.input('go'));
  assert.deepEqual([state.stop, state.continued], ['answered', 100]);
});
