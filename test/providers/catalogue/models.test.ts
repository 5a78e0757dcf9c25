import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextLimit, modelFacts } from '../../../src/providers/catalogue/models.ts';

test('CTX-2 PRV-8 known models have a window and a price, unknown ones a safe window', () => {
  assert.equal(contextLimit('claude-sonnet-4-5-20250929'), 200_000);
  assert.equal(contextLimit('openai/gpt-4.1-mini'), 1_047_576);
  assert.equal(contextLimit('my-model'), 128_000);
  assert.equal(modelFacts('my-model').price, undefined);
  assert.deepEqual(modelFacts('gpt-5-mini').price, { input: 0.25, cached: 0.025, output: 2 });
});
