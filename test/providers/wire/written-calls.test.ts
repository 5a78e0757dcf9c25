import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../src/protocol/message.ts';
import type { ChatRequest, Provider, StreamPart } from '../../../src/protocol/provider.ts';
import { createWrittenCallParser } from '../../../src/providers/wire/parse-written-calls.ts';
import { withWrittenCalls } from '../../../src/providers/wire/written-calls.ts';
import { gather, REQUEST } from '../ask.ts';

const block = (value: unknown): string => `<tool_call>\n${JSON.stringify(value)}\n</tool_call>`;
const read = block({ name: 'read', arguments: { path: 'a' } });

/** What is shown while it comes, and what is made of the rest. */
function parsed(text: string, size = text.length): { shown: string; text: string; calls: unknown[] } {
  const parser = createWrittenCallParser(new Set(['read', 'bash']), []);
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += parser.feed(text.slice(at, at + size));
  const rest = parser.finish(false);
  if ('text' in rest) return { shown, text: rest.text, calls: [] };
  return {
    shown,
    text: '',
    calls: rest.calls.map(({ name, arguments: args, problem }) => [name, args, ...(problem ? [problem] : [])]),
  };
}

test('PRV-2 calls written at the end of an answer are calls, however the text is cut', () => {
  const two = `I look.\n${read}\n${block({ name: 'bash', arguments: { command: 'ls' } })}\n`;
  for (const size of [1, 2, 3, 7, 1000]) {
    assert.deepEqual(parsed(two, size), {
      shown: 'I look.\n',
      text: '',
      calls: [
        ['read', '{"path":"a"}'],
        ['bash', '{"command":"ls"}'],
      ],
    });
  }
  assert.deepEqual(parsed(read).calls, [['read', '{"path":"a"}']]);
  const inside = block({ name: 'read', arguments: { path: 'x </tool_call> y' } });
  assert.deepEqual(parsed(inside).calls, [['read', '{"path":"x </tool_call> y"}']]);
});

test('PRV-2 stream fault 33h what only looks like a call is text, all of it', () => {
  const texts = [
    `The file says ${read}`,
    `${read}\nThat is what the file holds.`,
    `\`\`\`\n${read}\n\`\`\``,
    `~~~xml\n${read}\n~~~\nand so on`,
    `    quoted: ${read}`,
    block({ name: 'unknown', arguments: {} }),
    block([1]),
    '<tool_call>\n{"name":"read","arguments":{"path":"a"}}',
    '<tool_call>',
    '<tool_c',
    `${read}\n<tool_call>\nnothing\n</tool_call>`,
    'a < b',
    '',
    '\n\n``',
  ];
  for (const text of texts) {
    for (const size of [1, 5, 1000]) {
      const result = parsed(text, size);
      assert.deepEqual([result.shown + result.text, result.calls], [text, []], JSON.stringify(text));
    }
  }
});

test('PRV-2 F6 broken arguments of a known tool are a problem, never a guess', () => {
  const { calls } = parsed('<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}\n</tool_call>');
  assert.equal(calls.length, 1);
  const [[name, args, problem] = []] = calls as string[][];
  assert.deepEqual([name, args], ['bash', '{}']);
  assert.match(problem ?? '', /cut off|end in the middle|not valid JSON/);
  assert.match(
    String((parsed(block({ name: 'bash', arguments: [1] })).calls as string[][])[0]?.[2]),
    /one JSON object/,
  );
});

function scripted(parts: StreamPart[]): { provider: Provider; requests: ChatRequest[] } {
  const requests: ChatRequest[] = [];
  return {
    requests,
    provider: {
      id: 'scripted',
      async *stream(request) {
        requests.push(request);
        yield* parts;
      },
    },
  };
}

async function asked(parts: StreamPart[], request: Partial<ChatRequest> = {}, offers = true) {
  const { provider, requests } = scripted(parts);
  const received: StreamPart[] = [];
  const wrapped = withWrittenCalls(provider, offers);
  for await (const part of wrapped.stream({ ...REQUEST, ...request }, new AbortController().signal))
    received.push(part);
  return { ...gather(received), request: requests[0] as ChatRequest };
}

test('PRV-2 such a model is told of tools, calls and results in words', async () => {
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'x' }] },
    {
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'call', call: { id: 'a', name: 'read', arguments: '{"path":"a"}' } },
        { type: 'call', call: { id: 'b', name: 'read', arguments: '{}' } },
      ],
    },
    { role: 'tool', callId: 'a', name: 'read', outcome: { status: 'ok', result: { text: 'A' } } },
    { role: 'tool', callId: 'b', name: 'read', outcome: { status: 'denied', error: 'no' } },
  ];
  const end: StreamPart = { type: 'end', reason: 'stop' };
  const { request, calls, end: ended } = await asked([{ type: 'text', text: read }, end], { messages });
  assert.deepEqual(request.tools, []);
  assert.match(request.system, /^You are a test\.\n\n# Tools\n[\s\S]*"name":"read"/);
  assert.deepEqual(request.messages.slice(1), [
    {
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'text', text: '\n<tool_call>\n{"name": "read", "arguments": {"path":"a"}}\n</tool_call>' },
        { type: 'text', text: '\n<tool_call>\n{"name": "read", "arguments": {}}\n</tool_call>' },
      ],
    },
    {
      role: 'user',
      by: 'coder',
      content: [
        { type: 'text', text: '<tool_result name="read">\n{"text":"A"}\n</tool_result>\n' },
        { type: 'text', text: '<tool_result name="read">\n{"ok":false,"error":"no"}\n</tool_result>\n' },
      ],
    },
  ]);
  assert.deepEqual(
    calls.map(({ name, arguments: args }) => [name, args]),
    [['read', '{"path":"a"}']],
  );
  assert.equal(ended.reason, 'calls');
});

test('PRV-2 TURN-14 a cut or broken answer runs no written call', async () => {
  const text: StreamPart = { type: 'text', text: read };
  const cut = await asked([text, { type: 'end', reason: 'length' }]);
  assert.deepEqual([cut.end.reason, cut.calls[0]?.problem], ['length', 'cut off by the output limit']);
  const error = { code: 'network' as const, message: 'broke', retryable: true };
  const broken = await asked([text, { type: 'end', reason: 'error', error }]);
  assert.deepEqual([broken.end.reason, broken.calls], ['error', []]);
  const refused = await asked([text, { type: 'end', reason: 'refused' }]);
  assert.deepEqual([refused.end.reason, refused.calls], ['refused', []]);
});

test('PRV-7 a model without calls is offered no tools', async () => {
  const { request, text, calls } = await asked(
    [
      { type: 'text', text: read },
      { type: 'end', reason: 'stop' },
    ],
    {},
    false,
  );
  assert.deepEqual([request.system, request.tools, text, calls], ['You are a test.', [], read, []]);
});
