import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listModels } from '../../../src/providers/catalogue/list-models.ts';
import { askWindow } from '../../../src/providers/catalogue/model-window.ts';
import { type RecordedRequest, type Script, status } from '../../fixtures/model-server.ts';
import { KEY, serve } from '../ask.ts';

const signal = new AbortController().signal;
const json = (value: unknown): Script => status(200, { 'Content-Type': 'application/json' }, JSON.stringify(value));
const missing = status(404, {}, '{"error":"not found"}');

/** Answers by path. */
function at(pages: Record<string, unknown>): (request: RecordedRequest) => Script {
  return ({ path }) => (path in pages ? json(pages[path]) : missing);
}

const OLLAMA_SHOW = {
  parameters: 'stop "x"',
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
};

test('PRV-2 PRV-7 each local server is asked for its window in its own way', async (t) => {
  const cases: [string, string, Record<string, unknown>, number | undefined][] = [
    ['vllm', 'm', { '/v1/models': { data: [{ id: 'x' }, { id: 'm', max_model_len: 32_768 }] } }, 32_768],
    ['llamacpp', 'm', { '/props': { default_generation_settings: { n_ctx: 8_192 } } }, 8_192],
    ['lmstudio', 'm', { '/api/v0/models': { data: [{ id: 'm', max_context_length: 131_072 }] } }, 131_072],
    [
      'lmstudio',
      'm',
      { '/api/v0/models': { data: [{ id: 'm', max_context_length: 131_072, loaded_context_length: 4_096 }] } },
      4_096,
    ],
    ['ollama', 'qwen3', { '/api/show': OLLAMA_SHOW }, 40_960],
    [
      'ollama',
      'qwen3',
      { '/api/show': { ...OLLAMA_SHOW, parameters: 'num_ctx                        16384' } },
      16_384,
    ],
    [
      'ollama',
      'qwen3',
      { '/api/show': OLLAMA_SHOW, '/api/ps': { models: [{ name: 'qwen3:latest', context_length: 4_096 }] } },
      4_096,
    ],
    ['custom', 'm', { '/props': { default_generation_settings: { n_ctx: 8_192 } } }, 8_192],
    ['custom', 'm', {}, undefined],
    ['openai', 'm', { '/v1/models': { data: [{ id: 'm', max_model_len: 32_768 }] } }, undefined],
    ['llamacpp', 'm', { '/props': { default_generation_settings: { n_ctx: '8192' } } }, undefined],
    ['llamacpp', 'm', { '/props': [] }, undefined],
  ];
  for (const [vendor, model, pages, expected] of cases) {
    const server = await serve(t, at(pages));
    const asked = { baseUrl: server.url, key: KEY };
    assert.equal(await askWindow(vendor, asked, model, {}, signal), expected, JSON.stringify([vendor, pages]));
  }
});

test('PRV-2 a list of models includes the windows that the server reports', async (t) => {
  const choice = { kind: 'offline', model: 'offline' } as const;
  const server = await serve(
    t,
    at({
      '/v1/models': { data: [{ id: 'b' }, { id: 'a', max_model_len: 9_000 }] },
      '/api/v0/models': { data: [{ id: 'b', loaded_context_length: 5_000 }] },
    }),
  );
  const found = await listModels(choice, {}, signal, [
    { id: 'vllm', baseUrl: server.url },
    { id: 'lmstudio', baseUrl: server.url },
  ]);
  assert.deepEqual(
    found.map(({ models, windows }) => [models, windows]),
    [
      [['a', 'b'], { a: 9_000 }],
      [['a', 'b'], { a: 9_000, b: 5_000 }],
    ],
  );
});

test('PRV-2 the lists of Anthropic and Gemini are requested with their own keys', async (t) => {
  const server = await serve(
    t,
    at({
      '/v1/models?limit=1000': { data: [{ id: 'claude-x', type: 'model' }] },
      '/v1/models?pageSize=1000': {
        models: [
          { name: 'models/gemini-x', inputTokenLimit: 1_048_576, supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] },
        ],
      },
    }),
  );
  const endpoint = {
    kind: 'endpoint',
    vendor: 'v',
    baseUrl: server.url,
    key: KEY,
    model: 'm',
    headers: {},
    quirks: {},
  } as const;
  const [anthropic] = await listModels({ ...endpoint, protocol: 'anthropic' }, {}, signal, []);
  const [gemini] = await listModels({ ...endpoint, protocol: 'gemini' }, {}, signal, []);
  assert.deepEqual(anthropic?.models, ['claude-x']);
  assert.deepEqual([gemini?.models, gemini?.windows], [['gemini-x'], { 'gemini-x': 1_048_576 }]);
  assert.equal(server.requests[0]?.headers['x-api-key'], KEY);
  assert.equal(server.requests[1]?.headers['x-goog-api-key'], KEY);
});
