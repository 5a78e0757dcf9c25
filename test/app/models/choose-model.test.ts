import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAppSettings } from '../../../src/app/load-app-settings.ts';
import { chooseModel, nameOfModel } from '../../../src/app/models/choose-model.ts';
import { agentOptions } from '../../fixtures/app-agent.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('PRV-5 a run’s name for its model leads to the endpoint it was chosen for, whatever other keys are set', async () => {
  using place = scratch();
  const env = { OPENAI_API_KEY: 'o', OPENROUTER_API_KEY: 'r', ANTHROPIC_API_KEY: 'a' };
  const usual = agentOptions(place);
  const names = ['ollama/qwen3:8b', 'openrouter/anthropic/claude-x', 'anthropic/claude-x', 'gpt-x', 'openrouter/auto'];
  for (const model of [...names, undefined]) {
    const options = { ...usual, env: { ...usual.env, ...env }, flags: model === undefined ? {} : { model } };
    const settings = await loadAppSettings(options);
    const choice = chooseModel(settings, options);
    assert.equal(choice.kind, 'endpoint', model);
    assert.deepEqual(chooseModel(settings, options, nameOfModel(choice, settings)), choice, model);
  }
});
