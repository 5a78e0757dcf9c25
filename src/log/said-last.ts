/** The messages of a session, newest first, for callers that only need the end. */

import { type Message, textOf } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';

/** Leaves out messages shown only to the person. */
export function* saidLast(entries: readonly Entry[]): Generator<Message, undefined> {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (entry?.type !== 'message') continue;
    const { message } = entry;
    if (message.role !== 'note' || message.audience === 'both') yield message;
  }
}

/** What the model said last; empty if it has not said anything. */
export function answerIn(entries: readonly Entry[]): string {
  const last = saidLast(entries).find((message) => message.role === 'assistant');
  return last ? textOf(last.content) : '';
}
