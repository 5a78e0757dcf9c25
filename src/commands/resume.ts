/** `/resume [ID]`: continues an earlier session; without an id, lists the latest ones to pick from. */

import { recapOf } from '../transcript/recap.ts';
import { sessionLine } from '../transcript/session-line.ts';
import { defineCommand } from './command.ts';

const LISTED = 10;

export default defineCommand({
  name: 'resume',
  words: {
    en: {
      thisSession: (id: string) => `This is session ${id}.`,
      noOtherSession: 'There is no other session in this folder.',
      whichSession: 'Resume which session?',
      sessionsToResume: 'Sessions, newest first. /resume ID continues one.',
    },
    'zh-CN': {
      thisSession: (id) => `当前就是会话 ${id}。`,
      noOtherSession: '当前目录没有其他会话。',
      whichSession: '继续哪个会话？',
      sessionsToResume: '会话，新的在前。用 /resume ID 继续其中一个。',
    },
  },
  async run(args, { session, person }, say) {
    const latest = await session.list(LISTED + 1);
    const isThis = latest.some(({ id, name }) => id === session.id && name !== undefined && name === args);
    if (isThis || args === session.id) return { title: say.thisSession(session.id) };
    if (args !== '') return resume(args);
    const others = latest.filter(({ id }) => id !== session.id).slice(0, LISTED);
    if (others.length === 0) return { title: say.noOtherSession };
    const lines = others.map((each) => sessionLine(each, say.sessionMarks));
    const index = await person.pick(say.whichSession, lines);
    const picked = others[index ?? -1];
    if (picked) return resume(picked.id);
    if (index === null) return { title: say.thisSession(session.id) };
    return {
      title: say.sessionsToResume,
      body: [{ type: 'list', items: lines }],
    };

    async function resume(id: string) {
      const opened = await session.open({ kind: 'resume', id });
      if ('problem' in opened) return { problem: { title: opened.problem } };
      const { entries, mode } = opened;
      const title = mode ? `${say.resumed(id)}. ${say.resumedStricter(mode.was, mode.now)}` : say.resumed(id);
      return { title, body: recapOf(entries, say) };
    }
  },
});
