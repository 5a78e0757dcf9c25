import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../../src/protocol/message.ts';
import type { ChatRequest, Provider, StreamPart, ToolSpec } from '../../../../src/protocol/provider.ts';
import { toKnownTools } from '../../../../src/providers/wire/written/known-tools.ts';
import { createWrittenCallParser } from '../../../../src/providers/wire/written/parse-written-calls.ts';
import { watchWrittenCalls, withWrittenCalls } from '../../../../src/providers/wire/written/written-calls.ts';
import { gather, REQUEST } from '../../ask.ts';

const TOOLS: ToolSpec[] = [
  {
    name: 'read',
    description: 'Reads.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer' }, all: { type: 'boolean' } },
    },
  },
  {
    name: 'bash',
    description: 'Runs.',
    parameters: { type: 'object', properties: { command: { type: 'string' }, list: { type: 'array' } } },
  },
];

const block = (value: unknown): string => `<tool_call>\n${JSON.stringify(value)}\n</tool_call>`;
const read = block({ name: 'read', arguments: { path: 'a' } });

/** The text shown while it arrives, and what becomes of the rest. */
function parsed(text: string, size = text.length): { shown: string; text: string; calls: unknown[] } {
  const parser = createWrittenCallParser(toKnownTools(TOOLS), []);
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

test('PRV-2 stream fault 33h text that only looks like a call is text, all of it', () => {
  const texts = [
    `The file says \`${read}\``,
    `The file says ${read} and more`,
    '<tool_call>\n<function=unknown>\n</function>\n</tool_call>',
    '<tool_call>\n<function=read>\n<parameter=path>a</parameter>\n',
    '<tool_call>read\n<arg_key>path</arg_key>\n</tool_call>',
    '<tool_call>readable\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n</tool_call>',
    '{"name": "read", "parameters": {"path": "a"}} is how to call it',
    '{"name": "unknown", "parameters": {}}',
    '{"names": ["read"]}',
    '{"title": 1}',
    '[read](path)',
    "[read(path=open('x'))]",
    "[read(path='a'), unknown(x=1)]",
    '[1, 2]',
    '- [ ] todo\n[x] done',
    '<|im_start|>',
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

test('PRV-2 calls in the forms of other families, however the text is cut', () => {
  const call = ['read', '{"path":"a b.txt","limit":3,"all":true}'];
  const forms = {
    'Qwen3-Coder':
      '<tool_call>\n<function=read>\n<parameter=path>\na b.txt\n</parameter>\n<parameter=limit>\n3\n</parameter>\n<parameter=all>\ntrue\n</parameter>\n</function>\n</tool_call>',
    Step: '<tool_call><function=read><parameter=path>a b.txt</parameter><parameter=limit>3</parameter><parameter=all>true</parameter></function></tool_call>',
    'Qwen3-Coder without the last tag':
      '<tool_call>\n<function=read>\n<parameter=path>a b.txt</parameter>\n<parameter=limit>3</parameter>\n<parameter=all>true</parameter>\n</function>\n',
    'Qwen3-Coder without the first tag':
      '<function=read>\n<parameter=path>a b.txt</parameter>\n<parameter=limit>3</parameter>\n<parameter=all>true</parameter>\n</function>\n</tool_call>',
    'Qwen3-Coder without either':
      '<function=read>\n<parameter=path>\na b.txt\n</parameter>\n<parameter=limit>\n3\n</parameter>\n<parameter=all>\ntrue\n</parameter>\n</function>',
    GLM: '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a b.txt</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n<arg_key>all</arg_key>\n<arg_value>true</arg_value>\n</tool_call>',
    Llama: '{"name": "read", "parameters": {"path": "a b.txt", "limit": 3, "all": true}}',
    'Llama with marks':
      '<|python_tag|>{"type": "function", "name": "read", "parameters": {"path": "a b.txt", "limit": 3, "all": true}}<|eom_id|>',
    'Llama as a list': '[{"name": "read", "arguments": {"path": "a b.txt", "limit": 3, "all": true}}]',
    'Llama in Python': "[read(path='a b.txt', limit=3, all=True)]",
    Hermes: block({ name: 'read', arguments: { path: 'a b.txt', limit: 3, all: true } }),
  };
  for (const [name, text] of Object.entries(forms)) {
    for (const size of [1, 2, 3, 7, 1000]) {
      assert.deepEqual(parsed(text, size), { shown: '', text: '', calls: [call] }, `${name} in pieces of ${size}`);
      assert.deepEqual(parsed(`I look.\n${text}`, size), { shown: 'I look.\n', text: '', calls: [call] }, name);
    }
  }
});

test('PRV-2 a block may follow text on its own line', () => {
  for (const size of [1, 3, 1000]) {
    assert.deepEqual(parsed(`Sure.${read}`, size), { shown: 'Sure.', text: '', calls: [['read', '{"path":"a"}']] });
    const tags = 'It is a < b: <tool_call><function=read><parameter=path>a</parameter></function></tool_call>';
    assert.deepEqual(parsed(tags, size).calls, [['read', '{"path":"a"}']]);
  }
});

test('PRV-2 several calls, and values that contain tags, quotes and line breaks', () => {
  const qwen = (command: string) =>
    `<tool_call>\n<function=bash>\n<parameter=command>\n${command}\n</parameter>\n</function>\n</tool_call>`;
  assert.deepEqual(parsed(`${qwen('echo "</parameter>"\nls')}\n${qwen('pwd')}`).calls, [
    ['bash', JSON.stringify({ command: 'echo "</parameter>"\nls' })],
    ['bash', '{"command":"pwd"}'],
  ]);
  const python = String.raw`[bash(command="a\n\"b\" \x41\u00e9", list=['x', {'k': -1.5}, None]), read(path='''it's''')]`;
  assert.deepEqual(parsed(python).calls, [
    ['bash', JSON.stringify({ command: 'a\n"b" Aé', list: ['x', { k: -1.5 }, null] })],
    ['read', JSON.stringify({ path: "it's" })],
  ]);
  const objects = '{"name": "read", "parameters": {"path": "a"}}; {"name": "read", "parameters": {"path": "}"}}';
  assert.deepEqual(parsed(objects).calls, [
    ['read', '{"path":"a"}'],
    ['read', '{"path":"}"}'],
  ]);
  const empty = '<tool_call>read\n</tool_call>';
  assert.deepEqual(parsed(empty).calls, [['read', '{}']]);
});

test('PRV-2 an unmeasured model that writes a call is noticed, and its answer is unchanged', async () => {
  const watched = async (text: string, end: StreamPart = { type: 'end', reason: 'stop' }) => {
    let count = 0;
    const { provider } = scripted([{ type: 'text', text }, end]);
    const received: StreamPart[] = [];
    const request = { ...REQUEST, tools: TOOLS };
    for await (const part of watchWrittenCalls(provider, () => count++).stream(request, new AbortController().signal)) {
      received.push(part);
      if (part.type === 'end') break; // as the engine does
    }
    assert.deepEqual(received, [{ type: 'text', text }, end]);
    return count;
  };
  assert.equal(await watched(read), 1);
  assert.equal(await watched('{"name": "bash", "parameters": {"command": "ls"}}'), 1);
  assert.equal(await watched('Nothing to do.'), 0);
  assert.equal(await watched(read, { type: 'end', reason: 'length' }), 0);
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

test('MDL-5 a repeated argument is refused in every form, whichever of the two was meant', () => {
  const twice = [
    '<tool_call>\n{"name": "read", "arguments": {"path": "a", "path": "b"}}\n</tool_call>',
    '<tool_call>\n{"name": "read", "arguments": {"path": "a", "p\\u0061th": "b"}}\n</tool_call>',
    '<tool_call><function=read><parameter=path>a</parameter><parameter=path>b</parameter></function></tool_call>',
    '<tool_call>read<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>path</arg_key><arg_value>b</arg_value></tool_call>',
    '[read(path="a", path="b")]',
    '{"name": "read", "parameters": {"path": "a", "path": "b"}}',
  ];
  for (const form of twice) {
    const [[name, args, problem] = []] = parsed(form).calls as string[][];
    assert.deepEqual([name, args], ['read', '{}'], form);
    assert.match(problem ?? '', /name "p(?:a|\\u0061)th" twice/, form);
  }
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

test('PRV-2 such a model is given tools, calls and results as text', async () => {
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
        { type: 'text', text: '<tool_result name="read">\nerror: no\n</tool_result>\n' },
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
