/** The contract of a model provider: a stream that never throws and always ends with `end`. */

import type { JsonSchema } from '../base/schema.ts';
import type { Citation } from './citation.ts';
import type { AssistantMessage, Message, ToolCall, Usage } from './message.ts';

export interface Provider {
  readonly id: string;
  /** Never throws for request, model or network failures: the last part is always `end`. */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}

export interface ChatRequest {
  model: string;
  system: string;
  /** Notes for the person only are already left out; the rest is valid to send: every call answered once. */
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  maxOutputTokens?: number;
}

/** A tool as it is described to a model. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: JsonSchema;
}

/** How much a model thinks; `default`: as the settings have it. */
export const REASONING_CHOICES = ['default', 'low', 'medium', 'high'] as const;
export type ReasoningChoice = (typeof REASONING_CHOICES)[number];

export type StreamPart =
  | { type: 'text' | 'thinking'; text: string }
  /** After all text; each source once. */
  | { type: 'citation'; citation: Citation }
  /** A whole call; it is only given after the provider's end marker was seen. */
  | { type: 'call'; call: ToolCall }
  | StreamEnd;

export type StreamEnd =
  | {
      type: 'end';
      /** `length`: cut by the output limit; its calls carry a `problem`. `refused`: content filter. */
      reason: 'stop' | 'calls' | 'length' | 'refused';
      usage?: Usage;
      raw?: AssistantMessage['raw'];
      /** Signature of the thinking that was streamed, if the provider gives one. */
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
  /** One readable line that names the host and says what to do; never a key. */
  message: string;
  /** The same by name and parameters, for other languages. */
  says?: readonly (readonly string[])[];
  retryable: boolean;
  /** What the server asked us to wait. */
  retryAfterMs?: number;
}
