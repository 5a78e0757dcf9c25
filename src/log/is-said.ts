/** True if an entry is part of the conversation; text shown only to the person, such as `/help`, is not. */

import type { EntryBody } from '../protocol/session.ts';

export function isSaid(entry: EntryBody): boolean {
  return entry.type === 'message' && !(entry.message.role === 'note' && entry.message.audience === 'user');
}
