/** A question to the model from outside the conversation, and its answer. */

export interface CompletionRequest {
  /** Who asks: what is spent is filed under that name. */
  server: string;
  system: string;
  said: readonly { role: 'user' | 'assistant'; text: string }[];
  maxTokens: number;
}

export type Completion = { ok: true; text: string; model: string } | { ok: false; error: string };
