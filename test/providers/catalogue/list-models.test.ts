import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseProvider } from '../../../src/providers/catalogue/choose-provider.ts';
import { listModels } from '../../../src/providers/catalogue/list-models.ts';
import { HANG, status } from '../../fixtures/model-server.ts';
import { KEY, serve } from '../ask.ts';

const json = { 'Content-Type': 'application/json' };
const signal = new AbortController().signal;
const list = status(200, json, '{"data":[{"id":"models/b"},{"id":"a"},{"no":"id"}]}');

test('PRV-2 models of the endpoint and of servers on this machine are found', async (t) => {
  const [remote, local, silent, other] = await Promise.all([
    serve(t, [list]),
    serve(t, [status(200, json, '[{"id":"llama"}]')]),
    serve(t, [[HANG]]),
    serve(t, [status(200, { 'Content-Type': 'text/html' }, '<html>')]),
  ]);
  const choice = chooseProvider({ model: 'm' }, { AGENT_BASE_URL: remote.url, AGENT_API_KEY: KEY }, {});
  const places = [
    { id: 'ollama', baseUrl: local.url },
    { id: 'lmstudio', baseUrl: silent.url },
    { id: 'vllm', baseUrl: other.url },
  ];
  assert.deepEqual(await listModels(choice, {}, signal, places), [
    { vendor: 'custom', baseUrl: remote.url, models: ['a', 'b'] },
    { vendor: 'ollama', baseUrl: local.url, models: ['llama'] },
  ]);
  assert.equal(remote.requests[0]?.path, '/v1/models');
  assert.equal(remote.requests[0]?.headers['authorization'], `Bearer ${KEY}`);
  assert.equal(local.requests[0]?.headers['authorization'], undefined, 'the key stays with its endpoint');
});

test('PRV-2 an endpoint that gives no list says why, without the key', async (t) => {
  const server = await serve(t, [status(401, json, `{"error":{"message":"bad key ${KEY}"}}`)]);
  const choice = chooseProvider({ model: 'm' }, { AGENT_BASE_URL: server.url, AGENT_API_KEY: KEY }, {});
  const [own] = await listModels(choice, {}, signal, []);
  assert.deepEqual(own?.models, []);
  assert.match(own?.error?.text ?? '', /refused the key \(401\): bad key \[key\]\. Check AGENT_API_KEY\./);
  assert.deepEqual(await listModels({ kind: 'offline', model: 'offline' }, {}, signal, []), []);
});
