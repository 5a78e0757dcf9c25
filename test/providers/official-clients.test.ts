import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { H } from '../fixtures/model-server.ts';
import { KEY, serve } from './ask.ts';
import { PROTOCOLS } from './protocols.ts';

/** Reads the streams that coder's readers are tested with using each vendor's own client, to prove the fixtures realistic. */

function streams(name: string) {
  const protocol = PROTOCOLS.find((row) => row.name === name);
  assert.ok(protocol);
  return [
    [H, protocol.calls],
    [H, protocol.whole('Hello 你🙂')],
  ];
}

test('PRV-1 the client of OpenAI reads our Chat Completions', async (t) => {
  const server = await serve(t, streams('openai-chat'));
  const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }] };
  const called = await client.chat.completions.stream(request).finalChatCompletion();
  assert.deepEqual(
    called.choices[0]?.message.tool_calls?.map((call) =>
      call.type === 'function' ? [call.id, call.function.name, call.function.arguments] : [],
    ),
    [
      ['a', 'read', '{"path":"x"}'],
      ['b', 'list', '{}'],
    ],
  );
  const said = await client.chat.completions.stream(request).finalChatCompletion();
  assert.equal(said.choices[0]?.message.content, 'Hello 你🙂');
  assert.equal(said.usage?.prompt_tokens, 9);
});

test('PRV-1 the client of OpenAI reads our Responses', async (t) => {
  const server = await serve(t, streams('openai-responses'));
  const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const called = await client.responses.stream({ model: 'm', input: 'x' }).finalResponse();
  assert.deepEqual(
    called.output.map((item) =>
      item.type === 'function_call' ? [item.call_id, item.name, item.arguments] : item.type,
    ),
    ['reasoning', 'message', ['a', 'read', '{"path":"x"}'], ['b', 'list', '{}']],
  );
  assert.equal(called.usage?.input_tokens_details.cached_tokens, 60);
  const said = await client.responses.stream({ model: 'm', input: 'x' }).finalResponse();
  assert.equal(said.output_text, 'Hello 你🙂');
});

test('PRV-1 the client of Anthropic reads our Messages', async (t) => {
  const server = await serve(t, streams('anthropic'));
  const client = new Anthropic({ apiKey: KEY, baseURL: server.url.replace(/\/v1$/, ''), maxRetries: 0 });
  const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'x' }] };
  const called = await client.messages.stream(request).finalMessage();
  assert.deepEqual(called.content, [
    { type: 'thinking', thinking: 'hmm', signature: 'EqQBCgIYAhIM' },
    { type: 'redacted_thinking', data: 'EmwKAhgB' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'a', name: 'read', input: { path: 'x' } },
    { type: 'tool_use', id: 'b', name: 'list', input: {} },
  ]);
  assert.equal(called.stop_reason, 'tool_use');
  const said = await client.messages.stream(request).finalMessage();
  assert.deepEqual(said.content, [{ type: 'text', text: 'Hello 你🙂' }]);
  assert.equal(said.usage.output_tokens, 15);
});

test('PRV-1 the client of Google reads our Gemini', async (t) => {
  const server = await serve(t, streams('gemini'));
  const baseUrl = server.url.replace(/\/v1$/, '');
  const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl } });
  const ask = async () => {
    const chunks = [];
    for await (const chunk of await client.models.generateContentStream({ model: 'gemini-2.5-pro', contents: 'x' }))
      chunks.push(chunk);
    return chunks;
  };
  const called = await ask();
  assert.deepEqual(
    called.flatMap(({ functionCalls = [] }) => functionCalls.map(({ name, args }) => [name, args])),
    [
      ['read', { path: 'x' }],
      ['list', {}],
    ],
  );
  const parts = called.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  assert.deepEqual(parts[0], { text: 'hmm', thought: true });
  assert.equal(parts[2]?.thoughtSignature, 'Sig');
  const said = await ask();
  assert.equal(said.map(({ text }) => text ?? '').join(''), 'Hello 你🙂');
  assert.equal(said.at(-1)?.usageMetadata?.promptTokenCount, 12);
});
