/** What was said in a session, the newest first: a caller that only needs the end does not walk through all of it. */

import type { Message } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';

/** What only the person was shown is not part of it. */
export function* saidLast(entries: readonly Entry[]): Generator<Message, undefined> {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (entry?.type !== 'message') continue;
    const { message } = entry;
    if (message.role !== 'note' || message.audience === 'both') yield message;
  }
}
