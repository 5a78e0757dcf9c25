/** The contract of a model provider: a stream that never throws and always ends with `end`. */

import type { JsonSchema } from '../base/schema.ts';
import type { Citation } from './citation.ts';
import type { FaultSays } from './fault.ts';
import type { AssistantMessage, Message, ToolCall, Usage } from './message.ts';

export interface Provider {
  readonly id: string;
  /** Never throws for request, model or network failures: the last part is always `end`. */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}

export interface ChatRequest {
  model: string;
  system: string;
  /** Without notes meant only for the person, and valid to send: every call answered once. */
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  maxOutputTokens?: number;
}

/** A tool as described to a model. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: JsonSchema;
}

/** How much a model thinks; `default`: as set in the settings. */
export const REASONING_CHOICES = ['default', 'low', 'medium', 'high'] as const;
export type ReasoningChoice = (typeof REASONING_CHOICES)[number];

export type StreamPart =
  | { type: 'text' | 'thinking'; text: string }
  /** After all text; each source once. */
  | { type: 'citation'; citation: Citation }
  /** A whole call, emitted only after the provider's end marker was seen. */
  | { type: 'call'; call: ToolCall }
  | StreamEnd;

export type StreamEnd =
  | {
      type: 'end';
      /** `length`: cut by the output limit; its calls carry a `problem`. `refused`: content filter. */
      reason: 'stop' | 'calls' | 'length' | 'refused';
      usage?: Usage;
      raw?: AssistantMessage['raw'];
      /** Signature of the streamed thinking, if the provider gives one. */
      signature?: string;
    }
  | { type: 'end'; reason: 'error'; error: ProviderFailure };

export interface ProviderFailure {
  code:
    | 'auth'
    | 'rate-limit'
    | 'overflow'
    | 'network'
    | 'timeout'
    | 'server'
    | 'bad-request'
    | 'unknown-model'
    | 'bad-stream'
    | 'empty'
    | 'cancelled';
  /** One readable line that names the host and says what to do; never contains a key. */
  message: string;
  /** The same message as keys and parameters, for other languages. */
  says?: FaultSays;
  retryable: boolean;
  /** How long the server asked to wait. */
  retryAfterMs?: number;
}
