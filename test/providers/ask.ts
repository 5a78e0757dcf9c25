/** Asks a scripted server once, through the real provider, and collects the answer. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ToolCall } from '../../src/protocol/message.ts';
import type { ChatRequest, Provider, ProviderFailure, StreamEnd, StreamPart } from '../../src/protocol/provider.ts';
import { createOpenAiChat } from '../../src/providers/protocols/chat/openai-chat.ts';
import type { AdapterOptions } from '../../src/providers/wire/endpoint-provider.ts';
import { createTransport } from '../../src/providers/wire/http.ts';
import type { Timers } from '../../src/providers/wire/timers.ts';
import { en } from '../../src/words/en.ts';
import { saidIn } from '../../src/words/fault.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { type ModelServer, type RecordedRequest, type Script, startModelServer } from '../fixtures/model-server.ts';
import { testClock } from '../fixtures/test-clock.ts';

/** Longer than any test: only a defect waits this long. */
export const PATIENT: Timers = { connectMs: 60_000, headMs: 60_000, firstDataMs: 60_000, idleMs: 60_000 };
/** The limits in a play, in which only the script lets time pass. */
export const LIMITS: Timers = { connectMs: 500, headMs: 300, firstDataMs: 300, idleMs: 200 };
export const KEY = 'sk-canary-0123456789abcdef';
export const REQUEST: ChatRequest = {
  model: 'test-model',
  system: 'You are a test.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
  tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }],
};

export interface Answered {
  parts: StreamPart[];
  text: string;
  thinking: string;
  calls: ToolCall[];
  end: StreamEnd;
  failure?: ProviderFailure;
  requests: RecordedRequest[];
}

export type AskOptions = Partial<AdapterOptions> & {
  /** The adapter; Chat Completions if absent. */
  create?: (options: AdapterOptions) => Provider;
  request?: Partial<ChatRequest>;
  signal?: AbortSignal;
  env?: Record<string, string>;
};

/** A server that is closed after the test, even if it failed. */
export async function serve(t: TestContext, ...scripts: Parameters<typeof startModelServer>): Promise<ModelServer> {
  const server = await startModelServer(...scripts);
  t.after(() => server.close());
  return server;
}

/** Plays one script and asks once, with a clock that stands still while bytes are in transit. */
export async function play(script: Script, options: AskOptions = {}): Promise<Answered> {
  using clock = testClock();
  await using server = await startModelServer([script], clock);
  return await ask(server, { ...options, timers: { ...LIMITS, ...options.timers, clock } });
}

export async function ask(server: Pick<ModelServer, 'url' | 'requests'>, options: AskOptions = {}): Promise<Answered> {
  const timers = options.timers ?? PATIENT;
  const provider = (options.create ?? createOpenAiChat)({
    vendor: 'test',
    baseUrl: server.url,
    key: KEY,
    keyFrom: 'TEST_API_KEY',
    headers: {},
    quirks: {},
    transport: createTransport({ timers, env: options.env ?? {} }),
    ...options,
    timers,
  });
  const signal = options.signal ?? new AbortController().signal;
  const gathered = gather(await collect(provider.stream({ ...REQUEST, ...options.request }, signal)));
  if (gathered.failure) assertSaid(gathered.failure);
  return { ...gathered, requests: server.requests };
}

/** Every failure, whatever its cause, is said in both languages. */
function assertSaid({ message, says }: ProviderFailure): void {
  const fault = { text: message, says: says ?? [] };
  assert.equal(saidIn(fault, en.faults), message);
  assert.match(saidIn(fault, zhCn.faults), /[\u4e00-\u9fff]/);
}

export function gather(parts: StreamPart[]): Omit<Answered, 'requests'> {
  const ends = parts.filter((part) => part.type === 'end');
  const end = parts.at(-1);
  assert.equal(ends.length, 1, 'exactly one end');
  assert.ok(end?.type === 'end', 'the end comes last');
  const joined = (type: 'text' | 'thinking'): string =>
    parts.map((part) => (part.type === type ? (part as { text: string }).text : '')).join('');
  return {
    parts,
    text: joined('text'),
    thinking: joined('thinking'),
    calls: parts.flatMap((part) => (part.type === 'call' ? [part.call] : [])),
    end,
    ...(end.reason === 'error' && { failure: end.error }),
  };
}

async function collect(stream: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}
