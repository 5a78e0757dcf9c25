import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest, Provider } from '../../../src/protocol/provider.ts';
import { measureEndpoint } from '../../../src/providers/catalogue/measure-endpoint.ts';
import { type Profile, withProfile } from '../../../src/providers/catalogue/profile.ts';
import { createOpenAiChat } from '../../../src/providers/protocols/chat/openai-chat.ts';
import { createTransport } from '../../../src/providers/wire/http.ts';
import {
  calls,
  D,
  DONE,
  F,
  H,
  type RecordedRequest,
  type Script,
  say,
  status,
  usage,
} from '../../fixtures/model-server.ts';
import { KEY, PATIENT, REQUEST, serve } from '../ask.ts';

const signal = new AbortController().signal;

/** An endpoint, described by what it does with each kind of question. */
function server(answers: { plain: Script; tools: Script; written?: Script; image: Script }) {
  return ({ body }: RecordedRequest): Script => {
    if (body.includes('image_url')) return answers.image;
    if (body.includes('"tools":[')) return answers.tools;
    return body.includes('<tool_call>') ? (answers.written ?? say('I cannot.')) : answers.plain;
  };
}

async function measured(t: Parameters<typeof serve>[0], script: Parameters<typeof serve>[1]) {
  const { url, requests } = await serve(t, script);
  const transport = createTransport({ timers: PATIENT, env: {} });
  const provider = createOpenAiChat({
    vendor: 'v',
    baseUrl: url,
    key: KEY,
    headers: {},
    quirks: {},
    timers: PATIENT,
    transport,
  });
  return { result: await measureEndpoint(provider, 'm', signal), requests };
}

const both = calls([
  { name: 'weather', args: { city: 'Oslo' } },
  { name: 'population', args: { city: 'Oslo' } },
]);
const unmetered = (text: string): Script => [H, D({ content: text }) + F('stop') + DONE];

test('PRV-7 an endpoint that can do everything', async (t) => {
  const thinking: Script = [
    H,
    D({ reasoning_content: 'hm' }) + D({ content: 'ready' }) + F('stop') + usage(5, 2) + DONE,
  ];
  const { result, requests } = await measured(t, server({ plain: thinking, tools: both, image: say('Red.') }));
  assert.deepEqual(result, {
    ok: true,
    measured: { calls: 'native', parallel_calls: true, usage: true, reasoning: true, images: true },
  });
  assert.equal(requests.length, 3);
});

test('PRV-7 an endpoint that writes its calls, accepts no tools and no images, and reports no usage', async (t) => {
  const written = unmetered('<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>');
  const refusal = status(400, {}, '{"error":{"message":"m does not support tools"}}');
  const blind = status(400, {}, '{"error":{"message":"no images"}}');
  const { result } = await measured(t, server({ plain: unmetered('ready'), tools: refusal, written, image: blind }));
  assert.deepEqual(result, {
    ok: true,
    measured: { calls: 'written', parallel_calls: false, usage: false, reasoning: false, images: false },
  });
});

test('PRV-7 an endpoint that only talks, and one that does not answer', async (t) => {
  const talk = say('ready');
  const { result } = await measured(t, server({ plain: talk, tools: talk, image: say('Blue') }));
  assert.deepEqual(result.ok && [result.measured.calls, result.measured.images], ['none', false]);
  const wrong = calls([{ name: 'weather', args: {} }]);
  const other = await measured(t, server({ plain: talk, tools: wrong, image: talk }));
  assert.deepEqual(other.result.ok && other.result.measured.calls, 'none', 'a call without what was asked is none');
  const refused = await measured(t, [status(401, {}, `{"error":{"message":"bad ${KEY}"}}`)]);
  assert.ok(!refused.result.ok);
  assert.match(refused.result.failure.message, /refused the key/);
  assert.ok(!JSON.stringify(refused.result).includes(KEY));
});

const PROFILE: Profile = {
  base_url: 'http://127.0.0.1:1/v1',
  model: 'm',
  measured_at: '2026-01-01T00:00:00.000Z',
  calls: 'native',
  parallel_calls: true,
  usage: true,
  reasoning: false,
  images: true,
};

async function sent(profile: Partial<Profile>, request: Partial<ChatRequest>): Promise<ChatRequest> {
  let received: ChatRequest | undefined;
  const provider: Provider = {
    id: 'p',
    async *stream(asked) {
      received = asked;
      yield { type: 'end', reason: 'stop' };
    },
  };
  for await (const _part of withProfile(provider, { ...PROFILE, ...profile }).stream(
    { ...REQUEST, ...request },
    signal,
  ))
    continue;
  return received as ChatRequest;
}

test('PRV-7 a profile picks the parser, the tools and the size of the prompt', async () => {
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
  const tools = [
    {
      name: 'read',
      description: 'Reads a file. Give an offset for long ones.',
      parameters: { type: 'object', properties: { description: { type: 'string', description: 'words' } } },
    },
  ];
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
    { role: 'tool', callId: 'a', name: 'read', outcome: { status: 'ok', result: {}, images: [image] } },
  ];
  const whole = await sent({}, { tools, messages });
  assert.deepEqual([whole.tools, whole.messages, whole.system], [tools, messages, REQUEST.system]);
  const blind = await sent({ images: false }, { messages });
  assert.doesNotMatch(JSON.stringify(blind.messages), /AAAA/);
  const small = await sent({ window: 4_096 }, { tools, system: `head${'x'.repeat(20_000)}tail` });
  assert.deepEqual(small.tools, [
    {
      name: 'read',
      description: 'Reads a file.',
      parameters: { type: 'object', properties: { description: { type: 'string' } } },
    },
  ]);
  assert.ok(small.system.length < 4_200 && small.system.startsWith('head') && small.system.endsWith('tail'));
  const large = await sent({ window: 131_072 }, { tools });
  assert.deepEqual(large.tools, tools);
  const written = await sent({ calls: 'written', window: 4_096 }, { tools, system: 'x'.repeat(20_000) });
  assert.match(written.system, /# Tools[\s\S]*"name":"read"/, 'tools are never what is left out');
  assert.deepEqual((await sent({ calls: 'none' }, { tools })).tools, []);
});

test('PRV-7 a temporary limit is not a missing ability: nothing is saved', async (t) => {
  const limited = status(429, {}, '{"error":{"message":"slow down"}}');
  const { result } = await measured(
    t,
    server({ plain: say('ready'), tools: limited, written: limited, image: say('red') }),
  );
  assert.equal(result.ok, false);
  assert.equal(!result.ok && result.failure.code, 'rate-limit');
});
