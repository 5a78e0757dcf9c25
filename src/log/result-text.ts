/** A result as the model reads it: the tool's text, or the JSON if the tool provided none. */

import type { Outcome, ToolMessage } from '../protocol/message.ts';

export function resultText({ outcome, text }: Pick<ToolMessage, 'outcome' | 'text'>): string {
  if (text !== undefined) return text;
  if (outcome.status === 'ok') return JSON.stringify(outcome.result);
  return outcome.result ? `${errorText(outcome)}\n${JSON.stringify(outcome.result)}` : errorText(outcome);
}

/** The text for a call that did not succeed, whatever its tool. */
export function errorText(outcome: Exclude<Outcome, { status: 'ok' }>): string {
  return `error: ${outcome.error}`;
}
