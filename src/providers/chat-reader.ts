/** What the chunks of one Chat Completions answer say, put together. */

import { CoderError } from '../base/errors.ts';
import { isPlainObject } from '../base/schema.ts';
import type { ChatRawBlocks } from '../protocol/chat-completions.ts';
import type { Usage } from '../protocol/message.ts';
import type { ProviderFailure, StreamPart } from '../protocol/provider.ts';
import { createCallAssembler } from './assemble-calls.ts';
import { joinDetails } from './reasoning-details.ts';

export interface ChatReader {
  /** The data of one event. Throws `CoderError('bad-stream')` for what is no JSON. */
  event(data: string): void;
  /** Text that has come since the last time, adjacent pieces joined. */
  take(): StreamPart[];
  /** `done`: the end marker came and nothing after it counts. */
  readonly state: 'open' | 'finished' | 'done' | 'failed';
  /** The parts that close the answer; to be called once, when no more will come. */
  finish(): StreamPart[];
}

export interface ChatReaderOptions {
  host: string;
  /** Marks the provider's own blocks, so that they go back only to where they came from. */
  raw: string;
  usedIds: Iterable<string>;
  maxOutputTokens?: number;
  failureOf(value: Record<string, unknown>): ProviderFailure | undefined;
}

const MAX_TEXT = 16 * 1024 * 1024;
const LENGTH = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length']);
const REFUSED = new Set(['content_filter', 'refusal', 'safety', 'sensitive']);
const FAILED = new Set(['error', 'network_error', 'insufficient_system_resource']);

export function createChatReader(options: ChatReaderOptions): ChatReader {
  const calls = createCallAssembler(options.usedIds);
  let parts: { type: 'text' | 'thinking'; text: string }[] = [];
  let state: ChatReader['state'] = 'open';
  let finishReason = '';
  let usage: Usage | undefined;
  let details: unknown[] = [];
  let failure: ProviderFailure | undefined;
  let textSize = 0;
  let hasText = false;
  let hasRefusal = false;

  function spend(size: number): void {
    textSize += size;
    if (textSize > MAX_TEXT) throw new CoderError('event-too-large', 'an answer larger than 16 MB');
  }

  function say(type: 'text' | 'thinking', text: string): void {
    if (text === '') return;
    spend(text.length);
    if (type === 'text') hasText ||= text.trim() !== '';
    const last = parts.at(-1);
    if (last?.type === type) last.text += text;
    else parts.push({ type, text });
  }

  /** `size`: of the whole event, which is at least that of each part. */
  function readDelta(delta: Record<string, unknown>, size: number): void {
    const { content } = delta;
    if (typeof content === 'string') say('text', content);
    else if (Array.isArray(content)) for (const part of content) sayPart(part);
    if (Array.isArray(delta['reasoning_details'])) {
      spend(size);
      details = joinDetails(details, delta['reasoning_details']);
    }
    const thinking = thinkingOf(delta);
    if (thinking) say('thinking', thinking);
    if (Array.isArray(delta['tool_calls'])) for (const piece of delta['tool_calls']) calls.add(piece);
    if (typeof delta['refusal'] === 'string' && delta['refusal']) {
      hasRefusal = true;
      say('text', delta['refusal']);
    }
  }

  /** Content in parts: `{type: 'text', text}` and `{type: 'thinking', thinking: [{text}]}`. */
  function sayPart(part: unknown): void {
    if (!isPlainObject(part)) return;
    if (typeof part['text'] === 'string') say('text', part['text']);
    const inner = part['thinking'];
    if (typeof inner === 'string') say('thinking', inner);
    if (!Array.isArray(inner)) return;
    for (const piece of inner) {
      if (isPlainObject(piece) && typeof piece['text'] === 'string') say('thinking', piece['text']);
    }
  }

  function fail(error: ProviderFailure): void {
    failure = error;
    state = 'failed';
  }

  function empty(why: string): StreamPart[] {
    const message = `${options.host} gave an empty answer${why}. Try again, or choose another model with /model.`;
    return [{ type: 'end', reason: 'error', error: { code: 'empty', message, retryable: true } }];
  }

  return {
    get state() {
      return state;
    },
    event(data) {
      if (state === 'done' || state === 'failed' || data === '') return;
      if (data.length < 12 && data.trim() === '[DONE]') {
        state = 'done';
        return;
      }
      const chunk = parseChunk(data, state === 'finished');
      if (!chunk) return;
      if (isPlainObject(chunk['usage'])) usage = readUsage(chunk['usage']);
      if (chunk['error'] !== undefined || chunk['object'] === 'error') {
        const error = options.failureOf(chunk);
        if (error) return fail(error);
      }
      const choice: unknown = Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined;
      if (!isPlainObject(choice)) return;
      const delta = choice['delta'] ?? choice['message'];
      if (isPlainObject(delta)) readDelta(delta, data.length);
      const reason = choice['finish_reason'];
      if (typeof reason !== 'string' || reason === '') return;
      finishReason = reason.toLowerCase();
      state = 'finished';
      if (FAILED.has(finishReason)) {
        const message = `${options.host} broke off its answer (${finishReason}).`;
        fail({ code: 'server', message, retryable: true });
      }
    },
    take() {
      const taken = parts;
      if (taken.length > 0) parts = [];
      return taken;
    },
    finish() {
      if (failure) return [{ type: 'end', reason: 'error', error: failure }];
      if (state === 'open') {
        const message = `${options.host} closed the connection in the middle of its answer.`;
        return [{ type: 'end', reason: 'error', error: { code: 'network', message, retryable: true } }];
      }
      if (REFUSED.has(finishReason) || hasRefusal) return [{ type: 'end', reason: 'refused', usage }];
      // Routers rename the reason; having used up the whole allowance says the same.
      const atLimit = options.maxOutputTokens !== undefined && (usage?.output ?? 0) >= options.maxOutputTokens;
      const { calls: list, cut, extra } = calls.finish(LENGTH.has(finishReason) || atLimit);
      if (list.length === 0 && !hasText) {
        if (textSize > 0) return empty(cut ? ': the output limit was used up by thinking' : ': it only thought');
        return empty(finishReason === 'tool_calls' ? ': it announced a tool call and made none' : '');
      }
      const blocks: ChatRawBlocks = {
        ...(details.length > 0 && { reasoning_details: details }),
        ...(Object.keys(extra).length > 0 && { extra_content: extra }),
      };
      const raw = Object.keys(blocks).length > 0 ? { raw: { protocol: options.raw, blocks } } : {};
      const reason = cut ? 'length' : list.length > 0 ? 'calls' : 'stop';
      return [...list.map((call): StreamPart => ({ type: 'call', call })), { type: 'end', reason, usage, ...raw }];
    },
  };
}

/** `lenient`: after the finish marker nothing that matters can be lost. */
function parseChunk(data: string, lenient: boolean): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    if (lenient) return undefined;
    throw new CoderError('bad-stream', 'a piece of the stream is no JSON', { cause: error });
  }
  if (isPlainObject(value)) return value;
  if (value === null || lenient) return undefined; // `data: null` is some servers' heartbeat
  throw new CoderError('bad-stream', 'a piece of the stream is no JSON object');
}

/** The same thinking may come in two fields at once; the first that has text counts. */
function thinkingOf(delta: Record<string, unknown>): string {
  const { reasoning_content: content, reasoning, reasoning_details: list } = delta;
  if (typeof content === 'string' && content) return content;
  if (typeof reasoning === 'string' && reasoning) return reasoning;
  if (!Array.isArray(list)) return '';
  return list.map((entry) => (isPlainObject(entry) ? textOr(entry['text']) || textOr(entry['summary']) : '')).join('');
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readUsage(counts: Record<string, unknown>): Usage {
  const details = isPlainObject(counts['prompt_tokens_details']) ? counts['prompt_tokens_details'] : {};
  return {
    input: count(counts['prompt_tokens']),
    output: count(counts['completion_tokens']),
    cached: count(details['cached_tokens'] ?? counts['prompt_cache_hit_tokens']),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
