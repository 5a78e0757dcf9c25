/** `/resume [ID]`: goes on with an earlier session; without an id it lists the latest and lets one be picked. */

import { defineCommand } from '../protocol/command.ts';
import { recapOf } from '../transcript/recap.ts';
import { inLanguage } from './in-language.ts';
import { sessionLine } from '../transcript/session-line.ts';

const LISTED = 10;

export default defineCommand({
  name: 'resume',
  async run(args, { session, openSession, around, pick, lang }) {
    if (args === session) return { title: `This is session ${session}.` };
    if (args !== '') return resume(args);
    const others = (await around.sessions(LISTED + 1)).filter(({ id }) => id !== session).slice(0, LISTED);
    if (others.length === 0) return { title: 'There is no other session in this directory.' };
    const lines = others.map(sessionLine);
    const picked = others[(await pick(inLanguage('Resume which session?', lang), lines)) ?? -1];
    if (picked) return resume(picked.id);
    return {
      title: 'Sessions, the newest first. /resume ID goes on with one.',
      body: [{ type: 'list', items: lines }],
    };

    async function resume(id: string) {
      const opened = await openSession({ kind: 'resume', id });
      if ('problem' in opened) return { problem: { title: opened.problem } };
      return { title: `Resumed ${id}`, body: recapOf(opened.entries) };
    }
  },
});
