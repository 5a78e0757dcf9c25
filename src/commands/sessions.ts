/** `/sessions`: the sessions of this folder, newest first. */

import { sessionLine } from '../transcript/session-line.ts';
import { defineCommand } from './command.ts';

const LISTED = 30;

export default defineCommand({
  name: 'sessions',
  words: {
    en: { sessions: (id: string) => `This is session ${id}. /resume ID continues another.` },
    'zh-CN': { sessions: (id) => `当前会话：${id}。/resume ID 继续另一个。` },
  },
  async run(_args, { session }, say) {
    const sessions = await session.list(LISTED);
    if (sessions.length === 0) return { title: say.noSessions };
    const mark = (id: string) => (id === session.id ? '*' : ' ');
    const items = sessions.map((each) => `${mark(each.id)} ${sessionLine(each, say.sessionMarks)}`);
    return { title: say.sessions(session.id), body: [{ type: 'list', items }] };
  },
});
