/** Decides which of the model's messages is the answer of the run: the last one that reports what was done. */

import { textIn } from '../../base/long-text/long-field.ts';
import type { Citation } from '../../protocol/citation.ts';
import type { Stamped } from '../../protocol/event.ts';
import { callsOf, type Part, saidIn, textOf } from '../../protocol/message.ts';

export interface FollowedAnswer {
  event(event: Stamped): void;
  readonly text: string;
  /** The answer as the message holds it; its text may be long. */
  readonly said: { readonly text: string };
  /** Sources of the answer. */
  readonly citations: readonly Citation[];
  /** Forgets the answer. Called also when it was printed, because the next message has a separate one. */
  clear(): void;
}

/**
 * After a failed check the model is asked about it. If it then changes nothing, its reply is only a remark
 * about the check, and the earlier answer stays.
 */
export function followAnswer(): FollowedAnswer {
  let said: FollowedAnswer['said'] = NOTHING;
  let before: FollowedAnswer['said'] | undefined;
  let citations: readonly Citation[] = [];
  return {
    event(event) {
      if (event.agent !== undefined) return;
      if (event.type === 'call-end' && changesSomething(event)) before = undefined;
      if (event.type !== 'message-end') return;
      const { message } = event;
      if (message.role === 'user' && message.about === 'check' && textIn(said) !== '') before = said;
      if (message.role === 'note') said = message;
      if (message.role !== 'assistant' || callsOf(message.content).length > 0) return;
      if (before === undefined) citations = message.citations ?? [];
      said = before ?? (message.interrupted ? cutShort(message.content) : saidIn(message.content));
    },
    get text() {
      return said.text;
    },
    get said() {
      return said;
    },
    get citations() {
      return citations;
    },
    clear() {
      said = NOTHING;
      citations = [];
      before = undefined;
    },
  };
}

const NOTHING = { text: '' };

function cutShort(content: readonly Part[]): FollowedAnswer['said'] {
  return { text: `${textOf(content)}\n[interrupted]` };
}

/** True for an edit, which shows a diff, and for a command, which shows its output. */
function changesSomething({ view, outcome }: Extract<Stamped, { type: 'call-end' }>): boolean {
  return outcome.status === 'ok' && (view.body ?? []).some(({ type }) => type === 'diff' || type === 'terminal');
}
