/** Measures what an endpoint can really do by asking it: calls, images, usage, thinking, window. */

import { isPlainObject } from '../../base/schema.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { ChatRequest, Provider, ProviderFailure, StreamEnd } from '../../protocol/provider.ts';
import { fault } from '../../words/fault.ts';
import { failureFrom } from '../wire/failure.ts';
import { withWrittenCalls } from '../wire/written/written-calls.ts';
import type { Profile } from './profile.ts';

type Measured = Omit<Profile, 'base_url' | 'model' | 'measured_at' | 'window'>;

type Measurement = { ok: true; measured: Measured } | { ok: false; failure: ProviderFailure };

/** A red square of 64 by 64 pixels. */
const RED_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC';

const TOOLS: ChatRequest['tools'] = [tool('weather', 'city'), tool('population', 'city')];
const CALL_BOTH =
  'This is a test of tool calling. In one answer call the tool weather with city Oslo and the tool population with city Oslo. Call both, write nothing else.';

/** Failures that tell nothing about the model (a rate limit, a connection, a key) and must not be saved as an inability. */
const PASSING = new Set<ProviderFailure['code']>(['cancelled', 'network', 'timeout', 'rate-limit', 'auth']);

/** Asks three or four short questions; sends nothing that belongs to the person. */
export async function measureEndpoint(provider: Provider, model: string, signal: AbortSignal): Promise<Measurement> {
  const plain = await ask(
    provider,
    { model, content: [{ type: 'text', text: 'Answer with the word ready.' }] },
    signal,
  );
  if (plain.end.reason === 'error' && plain.end.error.code !== 'empty') return { ok: false, failure: plain.end.error };

  const native = await askForCalls(provider, model, signal);
  const written = native.calls.length > 0 ? native : await askForCalls(withWrittenCalls(provider, true), model, signal);
  const image = await ask(
    provider,
    {
      model,
      content: [
        { type: 'text', text: 'Which colour does this image have? Answer with one word.' },
        { type: 'image', mimeType: 'image/png', data: RED_PNG },
      ],
    },
    signal,
  );
  for (const { end } of [native, written, image])
    if (end.reason === 'error' && PASSING.has(end.error.code)) return { ok: false, failure: end.error };
  const answers = [plain, native, written, image];
  return {
    ok: true,
    measured: {
      calls: native.calls.length > 0 ? 'native' : written.calls.length > 0 ? 'written' : 'none',
      parallel_calls: written.calls.length > 1,
      usage: answers.some(({ end }) => end.reason !== 'error' && (end.usage?.input ?? 0) > 0),
      reasoning: answers.some(({ thinks }) => thinks),
      images: /\bred\b|红|赤/i.test(image.text),
    },
  };
}

interface ModelReply {
  text: string;
  thinks: boolean;
  calls: ToolCall[];
  end: StreamEnd;
}

/** The reply with only those calls that do what was asked. */
async function askForCalls(provider: Provider, model: string, signal: AbortSignal): Promise<ModelReply> {
  const reply = await ask(provider, { model, content: [{ type: 'text', text: CALL_BOTH }], tools: TOOLS }, signal);
  return { ...reply, calls: reply.calls.filter(isMeant) };
}

function isMeant({ name, arguments: args, problem }: ToolCall): boolean {
  const value: unknown = JSON.parse(args);
  return !problem && TOOLS.some((known) => known.name === name) && isPlainObject(value) && 'city' in value;
}

async function ask(
  provider: Provider,
  question: {
    model: string;
    content: Extract<ChatRequest['messages'][number], { role: 'user' }>['content'];
  } & Partial<ChatRequest>,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { model, content, tools = [] } = question;
  const request: ChatRequest = {
    model,
    system: 'You are being tested. Be brief.',
    messages: [{ role: 'user', content }],
    tools,
  };
  const reply: Omit<ModelReply, 'end'> = { text: '', thinks: false, calls: [] };
  for await (const part of provider.stream(request, signal)) {
    if (part.type === 'end') return { ...reply, end: part };
    if (part.type === 'call') reply.calls.push(part.call);
    else if (part.type === 'text') reply.text += part.text;
    else reply.thinks = true;
  }
  const error = failureFrom('bad-stream', fault('badEnd'), true);
  return { ...reply, end: { type: 'end', reason: 'error', error } };
}

function tool(name: string, parameter: string): ChatRequest['tools'][number] {
  const properties = { [parameter]: { type: 'string' } };
  return {
    name,
    description: `Gives the ${name} of a city.`,
    parameters: { type: 'object', properties, required: [parameter] },
  };
}
