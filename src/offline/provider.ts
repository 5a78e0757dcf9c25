/** The built-in offline model: rules instead of a network, behind the same contract as every other provider. */

import { estimateTokens } from '../base/text/tokens.ts';
import type { ChatRequest, Provider, ProviderFailure, StreamPart } from '../protocol/provider.ts';
import { nextMove } from './next-move.ts';

export function createOfflineProvider(): Provider {
  return { id: 'offline', stream };
}

async function* stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
  // Requests for summaries and titles have no tools; the caller then falls back to its own rules.
  if (request.tools.length === 0)
    return yield failed('bad-request', 'The offline model works only through tools, and this request offers none.');
  const { thinking, text, call } = nextMove(
    request.messages,
    request.tools.map(({ name }) => name),
  );
  const parts: StreamPart[] = [...pieces('thinking', thinking), ...pieces('text', text)];
  if (call) parts.push({ type: 'call', call });
  const said = thinking + text + (call?.arguments ?? '');
  const usage = { input: estimateTokens(JSON.stringify(request)), output: estimateTokens(said), cached: 0 };
  for (const part of [...parts, { type: 'end', reason: call ? 'calls' : 'stop', usage } as const]) {
    if (signal.aborted) return yield failed('cancelled', 'Cancelled.');
    yield part;
  }
}

/** Streams a few words at a time, as a model would; Chinese has no spaces to cut at. */
function pieces(type: 'text' | 'thinking', text: string): StreamPart[] {
  const cut = /\s*(?:[\p{Script=Han}，。：；、]{1,4}|[^\s\p{Script=Han}]+(?:[^\S\n]+[^\s\p{Script=Han}]+)?)\s*|\s+/gu;
  return (text.match(cut) ?? []).map((piece) => ({ type, text: piece }));
}

function failed(code: ProviderFailure['code'], message: string): StreamPart {
  return { type: 'end', reason: 'error', error: { code, message, retryable: false } };
}
