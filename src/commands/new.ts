/** `/new`: an empty session; mode and model stay. */

import { defineCommand } from '../protocol/command.ts';
import type { Entry } from '../protocol/session.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'new',
  async run(_args, { session, entries, openSession, lang }) {
    const before = entries.some(isKept) ? session : undefined;
    const opened = await openSession({ kind: 'new' });
    if ('problem' in opened) return { problem: { title: opened.problem } };
    return { title: answersIn(lang).newSession(before) };
  },
});

/** A session in which only commands were typed is not kept. */
function isKept(entry: Entry): boolean {
  return entry.type === 'message' && !(entry.message.role === 'note' && entry.message.audience === 'user');
}
