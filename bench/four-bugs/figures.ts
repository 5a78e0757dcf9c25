/** What a session cost: bytes sent, and for each step its bytes and tokens beside the least that its words could take. */

import { estimateTokens } from '../../src/base/text/tokens.ts';
import type { RecordedRequest } from '../../test/fixtures/model-server.ts';

export interface SessionFigures {
  requests: number;
  /** The bytes of all request bodies together. */
  bytes: number;
  steps: readonly StepFigures[];
}

interface StepFigures {
  /** The bytes the step added to the request. */
  bytes: number;
  tokens: number;
  /** The same words as plain text: calls and results without field names, escapes and line numbers. */
  floor: number;
}

/** Bytes that version 0.1.0 sent for the same four sessions in 28 requests: its built program, answered by the same model. */
export const BYTES_BEFORE = 1_271_574;
/** The limit for all four sessions. */
export const BYTES_LIMIT = 800_000;
/** The last recorded bytes of each session; growth of more than 2 % needs a reason. */
export const NOTED_BYTES: Readonly<Record<string, number>> = {
  'query, half characters': 99_680,
  'query, limits': 312_560,
  'command, used twice': 156_077,
  'command, help of a group': 204_894,
};
export const GROWTH = 1.02;

interface Sent {
  content?: unknown;
  tool_calls?: readonly { function: { name: string; arguments: string } }[];
}

export function figuresOf(requests: readonly RecordedRequest[]): SessionFigures {
  const sent = requests.map(({ body }) => (JSON.parse(body) as { messages: Sent[] }).messages);
  const steps = sent.slice(1).map((messages, at) => {
    const added = messages.slice(sent[at]?.length ?? 0);
    const json = JSON.stringify(added).slice(1, -1);
    const floor = added.reduce((sum, message) => sum + Buffer.byteLength(wordsOf(message)), 0);
    return { bytes: Buffer.byteLength(json) + 1, tokens: estimateTokens(json), floor };
  });
  return {
    requests: requests.length,
    bytes: requests.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
    steps,
  };
}

function wordsOf({ content, tool_calls: calls = [] }: Sent): string {
  const text = typeof content === 'string' ? content.replace(/^\d+\t/gm, '') : '';
  const called = calls.flatMap(({ function: { name, arguments: json } }) => [
    name,
    ...Object.values(JSON.parse(json) as Record<string, unknown>).map(String),
  ]);
  return [text, ...called].join('\n');
}
