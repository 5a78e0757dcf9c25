/** The built-in offline model: rules instead of a network, behind the same contract as every other provider. */

import { sleep } from '../base/abort.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import { textOf, type Usage } from '../protocol/message.ts';
import type { ChatRequest, Provider, StreamPart } from '../protocol/provider.ts';
import { nextMove } from './next-move.ts';

export interface OfflineOptions {
  /** Between two pieces of text, so that a person can read along; 0 where nobody watches. */
  chunkDelayMs?: number;
}

const CANCELLED: StreamPart = {
  type: 'end',
  reason: 'error',
  error: { code: 'cancelled', message: 'Cancelled.', retryable: false },
};

/** Then whoever asked falls back to its own rules, which know the conversation better. */
const NO_SUMMARY: StreamPart = {
  type: 'end',
  reason: 'error',
  error: { code: 'bad-request', message: 'The offline model writes no summaries and no titles.', retryable: false },
};

export function createOfflineProvider({ chunkDelayMs = 0 }: OfflineOptions = {}): Provider {
  return { id: 'offline', stream };

  async function* stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    if (signal.aborted) return yield CANCELLED;
    if (wantsSummary(request)) return yield NO_SUMMARY;
    const move = nextMove(
      request.messages,
      request.tools.map(({ name }) => name),
    );
    const isCall = move.type === 'call';
    const thinking = isCall ? move.ask.thinking : move.thinking;
    const text = isCall ? (move.ask.saying ?? '') : move.text;

    for (const part of [...pieces('thinking', thinking), ...pieces('text', text)]) {
      if (chunkDelayMs > 0) await sleep(chunkDelayMs, signal);
      if (signal.aborted) return yield CANCELLED;
      yield part;
    }
    const json = isCall ? JSON.stringify(move.ask.args) : '';
    if (isCall) yield { type: 'call', call: { id: move.id, name: move.ask.tool, arguments: json } };
    yield { type: 'end', reason: isCall ? 'calls' : 'stop', usage: usageOf(request, thinking + text + json) };
  }
}

/** A few words at a time, as a model would; Chinese has no spaces to cut at. */
function pieces(type: 'text' | 'thinking', text: string): StreamPart[] {
  return (
    text.match(
      /\s*(?:[\p{Script=Han}，。：；、]{1,4}|[^\s\p{Script=Han}]+(?:[^\S\n]+[^\s\p{Script=Han}]+)?)\s*|\s+/gu,
    ) ?? []
  ).map((piece) => ({ type, text: piece }));
}

function usageOf({ system, messages, tools }: ChatRequest, said: string): Usage {
  const input =
    estimateTokens(system) + estimateTokens(JSON.stringify(messages)) + estimateTokens(JSON.stringify(tools));
  return { input, output: estimateTokens(said), cached: 0 };
}

/** A side request: no tools, and words about a summary where the instructions stand. */
function wantsSummary({ system, messages, tools }: ChatRequest): boolean {
  if (tools.length > 0) return false;
  const last = messages.findLast((message) => message.role === 'user');
  return /\b(?:summar(?:y|ise|ize)|compact|title|write the notes)\b|摘要|标题/i.test(
    `${system}\n${last ? textOf(last.content) : ''}`,
  );
}
