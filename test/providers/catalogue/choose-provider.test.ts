import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseProvider,
  type ProviderChoice,
  type ProviderSettings,
} from '../../../src/providers/catalogue/choose-provider.ts';

type Env = Record<string, string>;

/** `vendor base-url model key-origin`, or why not. */
function summary(choice: ProviderChoice): string {
  if (choice.kind === 'endpoint')
    return `${choice.vendor} ${choice.baseUrl} ${choice.model} ${choice.keyFrom ?? 'keyless'}`;
  return choice.kind === 'refused' ? `refused: ${choice.message}` : 'offline';
}

function choose(settings: ProviderSettings, env: Env, auth: Record<string, string> = {}): string {
  return summary(chooseProvider(settings, env, auth));
}

test('CLI-5 PRV-3 without any setup, the offline model is used', () => {
  assert.equal(choose({}, {}), 'offline');
  assert.equal(choose({ model: 'offline' }, { OPENAI_API_KEY: 'k' }), 'offline');
  assert.equal(choose({ provider: 'offline' }, { OPENAI_API_KEY: 'k' }), 'offline');
});

test('PRV-4 keys in the environment choose vendor, address and model', () => {
  const cases: [ProviderSettings, Env, string][] = [
    [{}, { OPENAI_API_KEY: 'k' }, 'openai https://api.openai.com/v1 gpt-5 OPENAI_API_KEY'],
    [{}, { ANTHROPIC_API_KEY: 'k' }, 'anthropic https://api.anthropic.com/v1 claude-sonnet-4-5 ANTHROPIC_API_KEY'],
    [
      {},
      { GEMINI_API_KEY: 'k' },
      'gemini https://generativelanguage.googleapis.com/v1beta gemini-2.5-pro GEMINI_API_KEY',
    ],
    [{}, { GEMINI_API_KEY: 'k', OPENAI_API_KEY: 'k' }, 'openai https://api.openai.com/v1 gpt-5 OPENAI_API_KEY'],
    [{}, { AGENT_API_KEY: 'k' }, 'openai https://api.openai.com/v1 gpt-5 AGENT_API_KEY'],
    [
      {},
      { AGENT_API_KEY: 'k', AGENT_BASE_URL: 'https://llm.example/v1', AGENT_MODEL: 'm' },
      'custom https://llm.example/v1 m AGENT_API_KEY',
    ],
    [
      {},
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://gate.example/v1' },
      'openai https://gate.example/v1 gpt-5 OPENAI_API_KEY',
    ],
    [
      { baseUrl: 'https://gate.example/v1' },
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://gate.example/v1' },
      'openai https://gate.example/v1 gpt-5 OPENAI_API_KEY',
    ],
    [
      { baseUrl: 'https://llm.example/v1', model: 'm' },
      { AGENT_BASE_URL: 'https://llm.example/v1' },
      'custom https://llm.example/v1 m keyless',
    ],
    [
      { provider: 'deepseek' },
      { DEEPSEEK_API_KEY: 'k' },
      'deepseek https://api.deepseek.com/v1 deepseek-chat DEEPSEEK_API_KEY',
    ],
  ];
  for (const [settings, env, expected] of cases) assert.equal(choose(settings, env), expected);
});

test('PRV-4 a model name may say whose it is', () => {
  const both = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a' };
  assert.match(choose({ model: 'claude-opus-4-1' }, both), /^anthropic .* claude-opus-4-1 ANTHROPIC_API_KEY$/);
  assert.match(
    choose({ model: 'anthropic/claude-opus-4-1' }, both),
    /^anthropic .* claude-opus-4-1 ANTHROPIC_API_KEY$/,
  );
  assert.match(choose({ model: 'ollama/qwen3:8b' }, both), /^ollama http:\/\/127\.0\.0\.1:11434\/v1 qwen3:8b keyless$/);
  assert.match(
    choose({ model: 'anthropic/claude-x' }, { OPENROUTER_API_KEY: 'r' }),
    /^openrouter .* anthropic\/claude-x OPENROUTER_API_KEY$/,
  );
  assert.match(choose({ model: 'openrouter/auto' }, { OPENROUTER_API_KEY: 'r' }), / openrouter\/auto /);
  assert.match(
    choose({ provider: 'openai', model: 'anthropic/claude-x' }, both),
    /^anthropic .* claude-x ANTHROPIC_API_KEY$/,
  );
  assert.match(
    choose({ provider: 'groq', model: 'openai/gpt-oss-120b' }, { GROQ_API_KEY: ' g\n' }),
    /^groq .* openai\/gpt-oss-120b GROQ_API_KEY$/,
  );
  assert.match(choose({ model: 'openrouter/x/y' }, { OPENROUTER_API_KEY: 'r' }), / x\/y /);
});

test('PRV-4 the file of keys is used if the environment has none', () => {
  assert.equal(choose({}, {}, { deepseek: 'k' }), 'deepseek https://api.deepseek.com/v1 deepseek-chat auth.json');
  assert.match(choose({}, { OPENAI_API_KEY: 'k' }, { openai: 'other' }), / OPENAI_API_KEY$/);
});

test('PRV-4 a missing setting is reported with what to set', () => {
  assert.match(choose({ provider: 'openai' }, {}), /^refused: No API key for openai\. Set OPENAI_API_KEY/);
  assert.match(
    choose({ model: 'claude-opus-4-1' }, { OPENAI_API_KEY: 'k' }),
    /^refused: No API key for anthropic\. Set ANTHROPIC_API_KEY/,
  );
  assert.match(
    choose({ model: 'some-model' }, {}),
    /^refused: No API key for some-model\. Set OPENAI_API_KEY.*none\.$/,
  );
  assert.match(
    choose({ model: 'nope/x' }, {}),
    /^refused: No API key for nope\/x\..* "nope" is not a known provider\. Known: openai, /,
  );
  assert.match(
    choose({ keyVariable: 'TEAM_KEY' }, {}),
    /^refused: TEAM_KEY is not set; provider\.api_key_env names it\.$/,
  );
  assert.match(
    choose({ keyVariable: 'TEAM_KEY', provider: 'openai' }, {}),
    /^refused: No API key for openai\. Set TEAM_KEY, or/,
  );
  assert.match(choose({ provider: 'acme' }, {}), /^refused: Unknown provider "acme"\. Known: openai, /);
  assert.match(choose({ provider: 'ollama' }, {}), /^refused: Name a model for 127\.0\.0\.1:11434/);
  assert.match(choose({ baseUrl: 'file:///x' }, {}), /^refused: The base URL/);
  assert.match(
    choose({ baseUrl: 'https://me:pw@llm.example/v1', baseUrlBy: 'user' }, {}),
    /^refused: The base URL must not contain/,
  );
});

test('C2 a key goes only to the origin it was set for', () => {
  const keys = { OPENAI_API_KEY: 'o', AGENT_API_KEY: 'a', ANTHROPIC_API_KEY: 'x' };
  const evil = 'https://evil.example/v1';
  for (const settings of [
    { baseUrl: evil, model: 'm' },
    { provider: 'openai', baseUrl: evil },
    { provider: 'acme', baseUrl: evil, model: 'm' },
    { baseUrl: evil, model: 'm', keyVariable: 'OPENAI_API_KEY' },
    { baseUrl: 'http://api.openai.com/v1', model: 'm' },
    { baseUrl: 'https://api.openai.com.evil.example/v1', model: 'm' },
  ]) {
    assert.match(choose(settings, keys, { openai: 'stored' }), /^refused: The project wants to connect to /);
  }
  assert.match(choose({ baseUrl: 'http://127.0.0.1:9999/v1', model: 'm' }, keys), / keyless$/);
  assert.match(choose({ baseUrl: 'https://api.openai.com/v1/' }, keys), / OPENAI_API_KEY$/);
  assert.match(choose({ baseUrl: evil, model: 'm' }, keys, { 'https://evil.example': 'own' }), / auth\.json$/);
  assert.match(choose({ model: 'm' }, { ...keys, AGENT_BASE_URL: evil, AGENT_API_KEY: '' }), / keyless$/);
});

test("C2 PRV-4 the person's own setting may send the key along", () => {
  const own: ProviderSettings = { baseUrl: 'https://gate.example/v1', baseUrlBy: 'user', model: 'm' };
  assert.equal(choose(own, { OPENAI_API_KEY: 'o' }), 'custom https://gate.example/v1 m OPENAI_API_KEY');
  assert.equal(
    choose({ ...own, keyVariable: 'GATE_KEY' }, { OPENAI_API_KEY: 'o', GATE_KEY: 'g' }),
    'custom https://gate.example/v1 m GATE_KEY',
  );
  assert.equal(choose(own, {}), 'custom https://gate.example/v1 m keyless');
});

test('C2 a key named for one provider is not sent to another one', () => {
  const env = { MY_KEY: 'mine', ANTHROPIC_API_KEY: 'a' };
  assert.match(choose({ keyVariable: 'MY_KEY' }, env), /^openai .* MY_KEY$/);
  assert.match(choose({ provider: 'mistral', keyVariable: 'MY_KEY' }, env), /^mistral .* MY_KEY$/);
  assert.match(
    choose({ provider: 'openai', keyVariable: 'MY_KEY', model: 'anthropic/claude-x' }, env),
    / ANTHROPIC_API_KEY$/,
  );
  assert.match(choose({ keyVariable: 'MY_KEY', model: 'claude-x' }, env), / ANTHROPIC_API_KEY$/);
  assert.match(choose({ keyVariable: 'MY_KEY', model: 'grok-4' }, env), /^refused: No API key for xai/);
});

test('PRV-1 each vendor is reached by its own protocol, other addresses by Chat Completions', () => {
  const protocol = (settings: ProviderSettings, env: Env): string => {
    const choice = chooseProvider(settings, env, {});
    return choice.kind === 'endpoint' ? choice.protocol : choice.kind;
  };
  const openai = { OPENAI_API_KEY: 'k' };
  assert.equal(protocol({}, { ANTHROPIC_API_KEY: 'k' }), 'anthropic');
  assert.equal(protocol({}, { GEMINI_API_KEY: 'k' }), 'gemini');
  assert.equal(protocol({}, { DEEPSEEK_API_KEY: 'k' }), 'openai-chat');
  assert.equal(protocol({ model: 'gpt-5' }, openai), 'openai-responses');
  assert.equal(protocol({ model: 'o4-mini' }, openai), 'openai-responses');
  for (const model of ['gpt-4.1', 'gpt-5-chat-latest', 'chatgpt-4o-latest'])
    assert.equal(protocol({ model }, openai), 'openai-chat');
  assert.equal(protocol({ model: 'gpt-5' }, { ...openai, OPENAI_BASE_URL: 'https://gate.example/v1' }), 'openai-chat');
  assert.equal(protocol({ model: 'gpt-5', protocol: 'openai-chat' }, openai), 'openai-chat');
  const own = { baseUrl: 'https://gate.example/v1', baseUrlBy: 'user' as const, model: 'm' };
  assert.equal(protocol(own, {}), 'openai-chat');
  assert.equal(protocol({ ...own, protocol: 'anthropic' }, {}), 'anthropic');
  assert.equal(protocol({ ...own, provider: 'anthropic' }, {}), 'anthropic');
  const compatible = 'https://generativelanguage.googleapis.com/v1beta/openai';
  assert.equal(protocol({ baseUrl: compatible, model: 'm' }, { GEMINI_API_KEY: 'k' }), 'openai-chat');
});
