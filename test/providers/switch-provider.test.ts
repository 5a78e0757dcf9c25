import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toModel } from '../../src/log/to-model.ts';
import type { AssistantMessage, Message, Part } from '../../src/protocol/message.ts';
import type { StreamPart } from '../../src/protocol/provider.ts';
import { H, type RecordedRequest } from '../fixtures/model-server.ts';
import { ask, serve } from './ask.ts';
import { PROTOCOLS, type SpokenProtocol } from './protocols.ts';

/** One conversation that changes its provider between steps, both within a turn and after one. */
const ORDER = ['openai-responses', 'anthropic', 'gemini', 'openai-chat', 'gemini', 'openai-responses', 'anthropic'];
const MODELS: Record<string, string> = {
  'openai-chat': 'gpt-4.1',
  'openai-responses': 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-3-pro',
};
const SECRETS = /EqQBCgIYAhIM|EmwKAhgB|gAAAAABo|"Sig"/g;
const OWN: Record<string, string[]> = {
  'openai-chat': [],
  'openai-responses': ['gAAAAABo'],
  anthropic: ['EqQBCgIYAhIM', 'EmwKAhgB'],
  gemini: ['"Sig"'],
};

test('PRV-1 I4 a conversation moves from provider to provider and stays valid for each', async (t) => {
  let messages: Message[] = [];
  const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
  for (const [step, name] of ORDER.entries()) {
    const protocol = PROTOCOLS.find((row) => row.name === name) as SpokenProtocol;
    const server = await serve(t, [
      [H, protocol.calls],
      [H, protocol.whole(`answer ${step}`)],
    ]);
    messages.push(user(`question ${step}`), { role: 'note', audience: 'both', text: `! ls ${step}` });
    for (const round of [0, 1]) {
      const options = {
        create: protocol.create,
        vendor: name,
        request: { model: MODELS[name], messages: toModel(messages), tools: TOOLS },
      };
      const { parts, calls, end } = await ask(server, options);
      assert.ok(end.reason !== 'error', JSON.stringify(end));
      messages.push(said(parts, MODELS[name] ?? '', end.raw));
      for (const { id, name: tool } of calls)
        messages.push({ role: 'tool', callId: id, name: tool, outcome: { status: 'ok', result: { step, tool } } });
      if (step % 2 === 0 && round === 0) break; // the next provider has to continue in the middle of a turn
    }
    messages = JSON.parse(JSON.stringify(messages)) as Message[]; // as a session file stores it
    for (const request of server.requests) {
      CHECKS[name]?.(JSON.parse(request.body) as never);
      const foreign = [...request.body.matchAll(SECRETS)].filter(([secret]) => !OWN[name]?.includes(secret));
      assert.deepEqual(foreign, [], `${name} is sent its own blocks only`);
    }
    if (ORDER.indexOf(name) < step) assertReturned(name, server.requests);
  }
  const ids = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  assert.equal(new Set(ids).size, ids.length, 'every server called its calls a and b');
});

const TOOLS = ['read', 'list'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));

function said(parts: readonly StreamPart[], model: string, raw: AssistantMessage['raw']): Message {
  const content = parts.flatMap((part): Part[] => (part.type === 'end' || part.type === 'citation' ? [] : [part]));
  return { role: 'assistant', model, content, ...(raw && { raw }) };
}

/** Blocks that a provider sent earlier in this conversation are sent back to it. */
function assertReturned(name: string, requests: readonly RecordedRequest[]): void {
  for (const secret of OWN[name] ?? []) assert.ok(requests[0]?.body.includes(secret), `${name}: ${secret}`);
}

type Json = Record<string, unknown>;

const CHECKS: Record<string, (body: never) => void> = {
  'openai-chat': ({ messages }: { messages: (Json & { tool_calls?: { id: string }[] })[] }) => {
    for (const [index, { tool_calls: calls = [], role, content }] of messages.entries()) {
      const answers = messages.slice(index + 1, index + 1 + calls.length).map(({ tool_call_id }) => tool_call_id);
      assert.deepEqual(
        answers,
        calls.map(({ id }) => id),
      );
      if (role === 'assistant') assert.ok(calls.length > 0 || content);
    }
  },
  'openai-responses': ({ input }: { input: Json[] }) => {
    const calls = input.filter(({ type }) => type === 'function_call').map(({ call_id }) => call_id);
    const outputs = input.filter(({ type }) => type === 'function_call_output').map(({ call_id }) => call_id);
    assert.deepEqual(outputs, calls);
    assert.equal(new Set(calls).size, calls.length);
    for (const [index, item] of input.entries()) {
      if (item['type'] !== 'reasoning') continue;
      const next = input[index + 1];
      assert.ok(item['encrypted_content'] && (next?.['role'] === 'assistant' || next?.['type'] === 'function_call'));
    }
  },
  anthropic: ({ messages }: { messages: { role: string; content: Json[] }[] }) => {
    assert.deepEqual(
      messages.map(({ role }) => role),
      messages.map((_message, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    );
    assert.equal(messages.at(-1)?.role, 'user');
    for (const [index, { content }] of messages.entries()) {
      assert.ok(content.length > 0);
      const used = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
      const next = messages[index + 1]?.content ?? [];
      assert.deepEqual(
        next.slice(0, used.length).map(({ tool_use_id }) => tool_use_id),
        used,
      );
      for (const block of content) {
        if (block['type'] === 'text') assert.ok(String(block['text']).trim());
        if (block['type'] === 'thinking') assert.ok(block['signature']);
      }
    }
  },
  gemini: ({ contents }: { contents: { role: string; parts: Json[] }[] }) => {
    assert.deepEqual(
      contents.map(({ role }) => role),
      contents.map((_content, index) => (index % 2 === 0 ? 'user' : 'model')),
    );
    for (const [index, { parts }] of contents.entries()) {
      const called = parts.flatMap(({ functionCall }) => (functionCall ? [(functionCall as Json)['name']] : []));
      const next = contents[index + 1]?.parts ?? [];
      const answered = next.flatMap(({ functionResponse }) =>
        functionResponse ? [(functionResponse as Json)['name']] : [],
      );
      assert.deepEqual(answered, called);
      const first = parts.find(({ functionCall }) => functionCall);
      if (first) assert.ok(first['thoughtSignature'], 'Gemini 3 wants the first call signed');
    }
  },
};
