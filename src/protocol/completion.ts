/** A question to the model from outside the conversation, and its answer. */

export interface CompletionRequest {
  /** The server that asks; spending is recorded under this name. */
  server: string;
  system: string;
  said: readonly { role: 'user' | 'assistant'; text: string }[];
  maxTokens: number;
}

export type Completion = { ok: true; text: string; model: string } | { ok: false; error: string };
