import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AgentOptions } from '../../src/app/agent-options.ts';
import { loadAppSettings } from '../../src/app/load-app-settings.ts';
import { chooseModel, timersOf } from '../../src/app/models/choose-model.ts';
import type { StreamPart } from '../../src/protocol/provider.ts';
import { createConnector } from '../../src/providers/connect.ts';
import { examine } from '../../src/subcommands/doctor/examine.ts';
import { en } from '../../src/words/en.ts';
import { type RecordedRequest, type Script, say, startModelServer, status } from '../fixtures/model-server.ts';

const KEY = 'sk-canary-0123456789abcdef';
const TERMINAL = { isTty: true, term: 'xterm', columns: 80 };
const written = say('<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>');

/** A local model that writes its calls and reports its window. */
function local({ path, body }: RecordedRequest): Script {
  const json = { 'Content-Type': 'application/json' };
  if (path === '/v1/models') return status(200, json, '{"data":[{"id":"small"}]}');
  if (path === '/props') return status(200, json, '{"default_generation_settings":{"n_ctx":8192}}');
  if (!path.endsWith('/chat/completions')) return status(404, {}, '');
  if (body.includes('"tools":[')) return status(400, json, '{"error":{"message":"small does not support tools"}}');
  if (body.includes('image_url')) return say('I see nothing');
  return body.includes('# Tools') ? written : say('ready');
}

async function place(t: TestContext, flags: AgentOptions['flags']) {
  const home = mkdtempSync(join(tmpdir(), 'coder-profile-'));
  const server = await startModelServer(local);
  t.after(async () => {
    rmSync(home, { recursive: true, force: true });
    await server.close();
  });
  const env = { CODER_HOME: home, AGENT_BASE_URL: server.url, AGENT_API_KEY: KEY, PATH: process.env['PATH'] };
  const options: AgentOptions = { cwd: home, version: '0', env, attended: false, session: { kind: 'new' }, flags };
  return { home, server, options, file: join(home, 'profiles.json') };
}

async function connectorOf(options: AgentOptions) {
  const app = await loadAppSettings(options);
  const choose = (model: string) => chooseModel(app, options, model);
  return createConnector({
    choose,
    timers: timersOf(app.settings),
    env: options.env,
    home: app.home,
    readKey: async () => 'key',
    onWrittenCall() {},
  });
}

test('PRV-7 doctor --model measures, reports what it found, and stores it without the key', async (t) => {
  const { options, file, server } = await place(t, { model: 'small' });
  const checks = await examine(options, TERMINAL, en.doctor, AbortSignal.timeout(10_000));
  assert.deepEqual(checks.at(-1), {
    name: 'model',
    status: 'ok',
    detail:
      'tool calls as text, no parallel calls, usage reports, no thinking, no images, context window of 8192 tokens',
    advice: `Stored in ${file}.`,
  });
  const text = readFileSync(file, 'utf8');
  const { profiles } = JSON.parse(text) as { profiles: Record<string, unknown>[] };
  assert.equal(profiles.length, 1);
  assert.deepEqual(
    [profiles[0]?.['base_url'], profiles[0]?.['model'], profiles[0]?.['window']],
    [server.url, 'small', 8192],
  );
  assert.ok(!text.includes(KEY));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await examine(options, TERMINAL, en.doctor, AbortSignal.timeout(10_000));
  assert.equal(
    (JSON.parse(readFileSync(file, 'utf8')) as { profiles: unknown[] }).profiles.length,
    1,
    'in place of the first',
  );
});

test('PRV-7 PRV-2 the stored profile decides how the model is addressed', async (t) => {
  const { options, server } = await place(t, { model: 'small' });
  await examine(options, TERMINAL, en.doctor, AbortSignal.timeout(10_000));
  server.requests.length = 0;
  const connector = await connectorOf(options);
  const provider = await connector.provider('small');
  assert.equal(connector.window('small'), 8192);
  const parts: StreamPart[] = [];
  const request = {
    model: 'small',
    system: 's',
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'weather?' }] }],
    tools: [{ name: 'weather', description: 'Tells.', parameters: { type: 'object' } }],
  };
  for await (const part of provider.stream(request, AbortSignal.timeout(5_000))) parts.push(part);
  assert.deepEqual(
    parts.map((part) => (part.type === 'call' ? [part.call.name, part.call.arguments] : part.type)),
    [['weather', '{"city":"Oslo"}'], 'end'],
  );
  assert.equal(JSON.parse(server.requests[0]?.body ?? '').tools, undefined);
});

test('PRV-7 nothing is measured if no model is named, nor stored if it does not answer', async (t) => {
  const { options, file, server } = await place(t, {});
  await examine(
    { ...options, env: { ...options.env, AGENT_MODEL: 'small' } },
    TERMINAL,
    en.doctor,
    AbortSignal.timeout(10_000),
  );
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/v1/models'],
  );
  assert.throws(() => statSync(file));
  await server.close();
  const checks = await examine(
    { ...options, flags: { model: 'small' } },
    TERMINAL,
    en.doctor,
    AbortSignal.timeout(10_000),
  );
  assert.equal(checks.at(-1)?.status, 'fail');
  assert.throws(() => statSync(file));
});

test('PRV-7 a damaged file of profiles is reported, with what to do', async (t) => {
  const { options, file } = await place(t, { model: 'small' });
  writeFileSync(file, '{"version":1,"profiles":[{"model":3}]}');
  const connector = await connectorOf(options);
  const provider = await connector.provider('small');
  const parts: StreamPart[] = [];
  const request = { model: 'small', system: '', messages: [], tools: [] };
  for await (const part of provider.stream(request, AbortSignal.timeout(5_000))) parts.push(part);
  const [end] = parts;
  assert.ok(end?.type === 'end' && end.reason === 'error');
  assert.match(
    end.error.message,
    /profiles\.json cannot be used: .*Remove it; "coder doctor --model NAME" measures again\./,
  );
});

test('CTX-2 PRV-2 the window of a local server is known before the first request', async (t) => {
  const { options, server } = await place(t, {});
  // `provider.id` names the kind of server at the address.
  const { AGENT_BASE_URL: _url, AGENT_API_KEY: _key, ...env } = options.env;
  const flags = { model: 'small', provider: { id: 'llamacpp', base_url: server.url } };
  const own = { ...options, env, flags };
  const connector = await connectorOf(own);
  connector.prepare('small');
  await connector.provider('small');
  assert.equal(connector.window('small'), 8192);
});
