import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseProvider } from '../../src/providers/catalogue/choose-provider.ts';
import { loadProvider } from '../../src/providers/load.ts';
import { PRODUCT_TIMERS } from '../../src/providers/wire/timers.ts';
import { say } from '../fixtures/model-server.ts';
import { REQUEST, serve } from './ask.ts';

test('PRV-5 a model name with its provider reaches the server without it', async (t) => {
  const server = await serve(t, [say('hello')]);
  const env = { AGENT_BASE_URL: server.url };
  const choice = chooseProvider({ provider: 'ollama', model: 'ollama/qwen3:8b' }, env, {});
  const provider = await loadProvider(choice, { timers: PRODUCT_TIMERS, env: {} });
  const request = { ...REQUEST, model: 'ollama/qwen3:8b' };
  for await (const _part of provider.stream(request, new AbortController().signal)) continue;
  assert.equal((JSON.parse(server.requests[0]?.body ?? '') as { model: string }).model, 'qwen3:8b');
});

test('PRV-1 requests go to the chosen endpoint', async (t) => {
  const server = await serve(t, [say('hello')]);
  const choice = chooseProvider({ model: 'm' }, { AGENT_BASE_URL: server.url, AGENT_API_KEY: 'secret-key' }, {});
  const provider = await loadProvider(choice, { timers: PRODUCT_TIMERS, env: {} });
  const types: string[] = [];
  for await (const part of provider.stream(REQUEST, new AbortController().signal)) types.push(part.type);
  assert.deepEqual(types, ['text', 'end']);
  assert.equal(server.requests[0]?.headers['authorization'], 'Bearer secret-key');
  await assert.rejects(
    loadProvider({ kind: 'refused', message: 'no key', says: [] }, { timers: PRODUCT_TIMERS, env: {} }),
    /no key/,
  );
});
