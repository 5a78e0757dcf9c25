/** Results that say one thing: its text, or `error: …`. */

import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';

type Fields = Record<string, unknown>;

/** The form of a tool whose successful result is put into words by `say`. */
export function said(say: (result: Fields) => string): (args: unknown, outcome: Outcome) => string {
  return (_args, outcome) => (outcome.status === 'ok' ? say(outcome.result) : errorText(outcome));
}

/** One field of the result, as it is. */
export function field(name: string, ifEmpty = '(nothing)'): (args: unknown, outcome: Outcome) => string {
  return said((result) => (typeof result[name] === 'string' && result[name] !== '' ? result[name] : ifEmpty));
}

/** Rows of a list, and how many there would be more. */
export function rows(items: readonly string[], ifEmpty: string, isCut: unknown): string {
  return [...(items.length === 0 ? [ifEmpty] : items), ...(isCut === true ? ['[there are more]'] : [])].join('\n');
}
