/** Assembles the chunks of one Chat Completions answer. */

import { isPlainObject } from '../../../base/schema.ts';
import type { ChatRawBlocks } from '../../../log/chat-completions.ts';
import type { Usage } from '../../../protocol/message.ts';
import { fault } from '../../../words/fault.ts';
import { type AnswerReader, parseEvent, type ReaderOptions } from '../../wire/answer-reader.ts';
import type { Assembled } from '../../wire/assemble-calls.ts';
import { failureFrom } from '../../wire/failure.ts';
import { createGatherer } from '../../wire/gather-answer.ts';
import { countOr, objectOr, textOr } from '../../wire/loose-json.ts';
import { joinDetails } from '../../wire/reasoning-details.ts';

const LENGTH = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length']);
const REFUSED = new Set(['content_filter', 'refusal', 'safety', 'sensitive']);
const CALLS = new Set(['tool_calls', 'function_call']);
const FAILED = new Set(['error', 'network_error', 'insufficient_system_resource']);

export function createChatReader(options: ReaderOptions): AnswerReader {
  const answer = createGatherer(options);
  let finishReason = '';
  let details: unknown[] = [];
  /** The field that the first call came in; a server that fills both fields repeats the call in the other. */
  let callField: 'tool_calls' | 'function_call' | undefined;

  /** `size`: length of the whole event, an upper bound for each part. */
  function readDelta(delta: Record<string, unknown>, size: number): void {
    const { content } = delta;
    if (typeof content === 'string') answer.say('text', content);
    else if (Array.isArray(content)) for (const part of content) sayPart(part);
    if (Array.isArray(delta['reasoning_details'])) {
      answer.spend(size);
      details = joinDetails(details, delta['reasoning_details']);
    }
    if (Array.isArray(delta['annotations'])) for (const source of delta['annotations']) answer.cite(source);
    const thinking = thinkingOf(delta);
    if (thinking) answer.say('thinking', thinking);
    readCalls(delta);
    if (typeof delta['refusal'] === 'string' && delta['refusal']) {
      answer.refused = true;
      answer.say('text', delta['refusal']);
    }
  }

  /** Before `tool_calls` existed, `function_call` held the only call of an answer. */
  function readCalls({ tool_calls: list, function_call: only }: Record<string, unknown>): void {
    if (Array.isArray(list) && list.length > 0) {
      callField ??= 'tool_calls';
      if (callField === 'tool_calls') for (const piece of list) answer.addCall(piece);
    } else if (isPlainObject(only)) {
      callField ??= 'function_call';
      if (callField === 'function_call') answer.addCall({ index: 0, function: only });
    }
  }

  /** Some servers list sources beside the answer, with titles or as bare addresses. */
  function citeAll({ search_results: results, citations }: Record<string, unknown>): void {
    for (const list of [results, citations]) if (Array.isArray(list)) for (const source of list) answer.cite(source);
  }

  /** Content in parts: `{type: 'text', text}` and `{type: 'thinking', thinking: [{text}]}`. */
  function sayPart(part: unknown): void {
    if (!isPlainObject(part)) return;
    answer.say('text', textOr(part['text']));
    const inner = part['thinking'];
    answer.say('thinking', textOr(inner));
    if (!Array.isArray(inner)) return;
    for (const piece of inner) answer.say('thinking', textOr(objectOr(piece)['text']));
  }

  return {
    get state() {
      return answer.state;
    },
    event(data) {
      if (answer.state === 'done' || answer.state === 'failed' || data === '') return;
      if (data.length < 12 && data.trim() === '[DONE]') {
        answer.state = 'done';
        return;
      }
      const chunk = parseEvent(data, answer.state === 'finished');
      if (!chunk) return;
      if (isPlainObject(chunk['usage'])) answer.usage = readUsage(chunk['usage']);
      if (chunk['error'] !== undefined || chunk['object'] === 'error') {
        const error = options.failureOf(chunk);
        if (error) return answer.fail(error);
      }
      citeAll(chunk);
      const choice = firstChoice(chunk['choices']);
      if (!choice) return;
      const delta = choice['delta'] ?? choice['message'];
      if (isPlainObject(delta)) readDelta(delta, data.length);
      const reason = choice['finish_reason'];
      if (typeof reason !== 'string' || reason === '') return;
      finishReason = reason.toLowerCase();
      answer.state = 'finished';
      if (FAILED.has(finishReason)) {
        answer.fail(failureFrom('server', fault('brokeOff', options.host, finishReason), true));
      }
    },
    take: answer.take,
    wholeBody() {
      if (answer.state === 'open') answer.state = 'done';
    },
    finish() {
      answer.refused ||= REFUSED.has(finishReason);
      const announced = CALLS.has(finishReason) ? fault('announcedCall') : undefined;
      return answer.close(LENGTH.has(finishReason), blocksOf, announced);
    },
  };

  function blocksOf({ extra }: Assembled): ChatRawBlocks | undefined {
    const hasExtra = Object.keys(extra).length > 0;
    if (details.length === 0 && !hasExtra) return undefined;
    return { ...(details.length > 0 && { reasoning_details: details }), ...(hasExtra && { extra_content: extra }) };
  }
}

/** Only one choice is requested; any others are ignored. */
function firstChoice(choices: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choices)) return undefined;
  for (const choice of choices) // runs for every token, so it allocates nothing
    if (isPlainObject(choice) && (typeof choice['index'] !== 'number' || choice['index'] === 0)) return choice;
  return undefined;
}

/** The same thinking may come in two fields at once; the first that has text counts. */
function thinkingOf(delta: Record<string, unknown>): string {
  const { reasoning_content: content, reasoning, reasoning_details: list } = delta;
  if (typeof content === 'string' && content) return content;
  if (typeof reasoning === 'string' && reasoning) return reasoning;
  if (!Array.isArray(list)) return '';
  return list.map((entry) => (isPlainObject(entry) ? textOr(entry['text']) || textOr(entry['summary']) : '')).join('');
}

function readUsage(counts: Record<string, unknown>): Usage {
  const details = objectOr(counts['prompt_tokens_details']);
  return {
    input: countOr(counts['prompt_tokens']),
    output: countOr(counts['completion_tokens']),
    cached: countOr(details['cached_tokens'] ?? counts['prompt_cache_hit_tokens']),
  };
}
