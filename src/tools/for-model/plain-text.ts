/** Results that consist of one text, or of `error: …`. */

import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';

type Fields = Record<string, unknown>;

/** A `forModel` that puts the successful result into words with `say`. */
export function said(say: (result: Fields) => string): (args: unknown, outcome: Outcome) => string {
  return (_args, outcome) => (outcome.status === 'ok' ? say(outcome.result) : errorText(outcome));
}

/** One field of the result, unchanged. */
export function field(name: string, ifEmpty = '(nothing)'): (args: unknown, outcome: Outcome) => string {
  return said((result) => (typeof result[name] === 'string' && result[name] !== '' ? result[name] : ifEmpty));
}

/** Rows of a list, with a note if there are more. */
export function rows(items: readonly string[], ifEmpty: string, isCut: unknown): string {
  return [...(items.length === 0 ? [ifEmpty] : items), ...(isCut === true ? ['[there are more]'] : [])].join('\n');
}
