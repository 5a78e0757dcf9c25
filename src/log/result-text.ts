/** What the model reads of a result: the text that its tool made of it, or its JSON where the tool made none. */

import type { Outcome, ToolMessage } from '../protocol/message.ts';

export function resultText({ outcome, text }: Pick<ToolMessage, 'outcome' | 'text'>): string {
  if (text !== undefined) return text;
  if (outcome.status === 'ok') return JSON.stringify(outcome.result);
  return outcome.result ? `${errorText(outcome)}\n${JSON.stringify(outcome.result)}` : errorText(outcome);
}

/** Of a call that came to nothing, whatever its tool. */
export function errorText(outcome: Exclude<Outcome, { status: 'ok' }>): string {
  return `error: ${outcome.error}`;
}
