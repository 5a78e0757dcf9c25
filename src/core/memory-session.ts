/** A session that lives only in memory, used by sub-agents. */

import { newId } from '../base/ids.ts';
import type { Entry, Session } from '../protocol/session.ts';

export function memorySession(now: () => number = Date.now): Session {
  const entries: Entry[] = [];
  return {
    id: newId('memory'),
    entries,
    now,
    async append(body) {
      const entry: Entry = { ...body, id: String(entries.length), at: now() };
      entries.push(entry);
      return entry;
    },
    async save() {},
    async close() {},
  };
}
