/** Whether an entry is part of the conversation: what was only shown to the person, such as `/help`, begins none. */

import type { EntryBody } from '../protocol/session.ts';

export function isSaid(entry: EntryBody): boolean {
  return entry.type === 'message' && !(entry.message.role === 'note' && entry.message.audience === 'user');
}
