/** `/resume [ID]`: goes on with an earlier session; without an id it lists the latest and lets one be picked. */

import { defineCommand } from '../protocol/command.ts';
import { recapOf } from '../transcript/recap.ts';
import { sessionLine } from '../transcript/session-line.ts';
import { answersIn } from './answers/answers.ts';

const LISTED = 10;

export default defineCommand({
  name: 'resume',
  async run(args, { session, openSession, around, pick, lang }) {
    const say = answersIn(lang);
    if (args === session) return { title: say.thisSession(session) };
    if (args !== '') return resume(args);
    const others = (await around.sessions(LISTED + 1)).filter(({ id }) => id !== session).slice(0, LISTED);
    if (others.length === 0) return { title: say.noOtherSession };
    const lines = others.map(sessionLine);
    const picked = others[(await pick(say.whichSession, lines)) ?? -1];
    if (picked) return resume(picked.id);
    return {
      title: say.sessionsToResume,
      body: [{ type: 'list', items: lines }],
    };

    async function resume(id: string) {
      const opened = await openSession({ kind: 'resume', id });
      if ('problem' in opened) return { problem: { title: opened.problem } };
      return { title: say.resumed(id), body: recapOf(opened.entries) };
    }
  },
});
