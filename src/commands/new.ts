/** `/new`: an empty session; mode and model stay. */

import type { Entry } from '../protocol/session.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'new',
  async run(_args, { session, say }) {
    const before = session.entries.some(isKept) ? session.id : undefined;
    const opened = await session.open({ kind: 'new' });
    if ('problem' in opened) return { problem: { title: opened.problem } };
    return { title: say.newSession(before) };
  },
});

/** A session in which only commands were typed is not kept. */
function isKept(entry: Entry): boolean {
  return entry.type === 'message' && !(entry.message.role === 'note' && entry.message.audience === 'user');
}
