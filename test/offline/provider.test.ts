import assert from 'node:assert/strict';
import test from 'node:test';
import { summaryRequest } from '../../src/context/summary-request.ts';
import { createOfflineProvider } from '../../src/offline/provider.ts';
import type { Message } from '../../src/protocol/message.ts';
import type { ChatRequest, StreamPart, ToolSpec } from '../../src/protocol/provider.ts';

const ALL = ['read', 'list', 'glob', 'grep', 'edit', 'write', 'bash', 'todowrite'];

function request(messages: readonly Message[], tools: readonly string[] = ALL, system = 'You are coder.'): ChatRequest {
  const specs: ToolSpec[] = tools.map((name) => ({ name, description: '', parameters: {} }));
  return { model: 'offline', system, messages, tools: specs };
}

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

async function collect(parts: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const all: StreamPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

const live = () => new AbortController().signal;

test('PRV-3 it thinks, calls a real tool by name and ends with calls', async () => {
  const parts = await collect(createOfflineProvider().stream(request([user('read README.md')]), live()));
  const call = parts.find((part) => part.type === 'call');
  assert.deepEqual(call, {
    type: 'call',
    call: { id: 'call_1', name: 'read', arguments: '{"path":"README.md"}' },
  });
  assert.ok(parts.some((part) => part.type === 'thinking'));
  const end = parts.at(-1);
  assert.ok(end?.type === 'end' && end.reason === 'calls' && end.usage);
  assert.ok(end.usage.input > 0 && end.usage.output > 0);
});

test('PRV-3 it streams an answer in small pieces that join to the whole', async () => {
  for (const said of ['what can you do?', '你能做什么？']) {
    const parts = await collect(createOfflineProvider().stream(request([user(said)]), live()));
    const pieces = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    assert.ok(pieces.length > 20, said);
    assert.ok(Math.max(...pieces.map(({ length }) => length)) <= 80, said);
    assert.match(pieces.join(''), /npm test/);
    assert.match(pieces.join(''), /\n- \*\*/);
    const end = parts.at(-1);
    assert.ok(end?.type === 'end' && end.reason === 'stop');
  }
});

test('PRV-3 the same conversation gives the same stream', async () => {
  const messages = [user('create a.txt with hi, then run cat a.txt')];
  const once = await collect(createOfflineProvider().stream(request(messages), live()));
  assert.deepEqual(await collect(createOfflineProvider().stream(request(messages), live())), once);
});

test('PRV-3 call ids stay unique through a conversation', async () => {
  const messages: Message[] = [];
  const ids: string[] = [];
  for (const text of ['list files', 'list files', 'read a.txt']) {
    messages.push(user(text));
    const parts = await collect(createOfflineProvider().stream(request(messages), live()));
    const call = parts.find((part) => part.type === 'call');
    assert.ok(call?.type === 'call');
    ids.push(call.call.id);
    messages.push({ role: 'assistant', content: [call], model: 'offline' });
    messages.push({ role: 'tool', callId: call.call.id, name: call.call.name, outcome: { status: 'ok', result: {} } });
    messages.push({ role: 'assistant', content: [{ type: 'text', text: 'done' }], model: 'offline' });
  }
  assert.equal(new Set(ids).size, ids.length);
});

test('PRV-6 G4 an abort ends the stream as cancelled, before and in the middle', async () => {
  const stopped = {
    type: 'end',
    reason: 'error',
    error: { code: 'cancelled', message: 'Cancelled.', retryable: false },
  };
  assert.deepEqual(await collect(createOfflineProvider().stream(request([user('help')]), AbortSignal.abort())), [
    stopped,
  ]);

  const controller = new AbortController();
  const running = createOfflineProvider().stream(request([user('help')]), controller.signal);
  const parts: StreamPart[] = [];
  for await (const part of running) {
    parts.push(part);
    if (parts.length === 3) controller.abort();
  }
  assert.equal(parts.length, 4);
  assert.deepEqual(parts.at(-1), stopped);
});

test('PRV-3 without tools it answers nothing, so summaries and titles are left to the caller', async () => {
  const compaction = summaryRequest([user('fix the test'), user('list files')], '', 10_000);
  const [end] = await collect(
    createOfflineProvider().stream(request(compaction.messages, [], compaction.system), live()),
  );
  assert.ok(end?.type === 'end' && end.reason === 'error');
  assert.ok(end.error.code === 'bad-request' && !end.error.retryable);
});

test('PRV-3 CLI-5 a request it cannot handle gets one honest line: what it is, what it can do, how to connect a model', async () => {
  for (const said of ['write me a poem', '写一首诗']) {
    const parts = await collect(createOfflineProvider().stream(request([user(said)]), live()));
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    assert.match(text, /offline model|离线模型/);
    for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'AGENT_BASE_URL', '/model'])
      assert.ok(text.includes(name), name);
    assert.ok(!text.includes('\n'), said);
  }
});
