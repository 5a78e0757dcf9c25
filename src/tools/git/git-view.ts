/** The view that all five git tools share. */

import type { Outcome } from '../../protocol/message.ts';
import type { Block, View } from '../../protocol/view.ts';

export function gitView(
  title: string,
  outcome: Outcome | undefined,
  draw: (result: Record<string, unknown>) => Block,
): View {
  if (!outcome) return { title };
  return { title, body: [outcome.status === 'ok' ? draw(outcome.result) : { type: 'text', text: outcome.error }] };
}

/** A commit or a range, never an option. */
export const REVISION = {
  pattern: /^[^-\s\0][^\s\0]*$/,
  hint: () => 'must be a commit or a range, such as HEAD~3 or main..HEAD',
};
