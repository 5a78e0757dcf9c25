/** `/sessions`: the sessions of this directory, the newest first. */

import { defineCommand } from '../protocol/command.ts';
import { sessionLine } from '../transcript/session-line.ts';
import { answersIn } from './answers/answers.ts';

const LISTED = 30;

export default defineCommand({
  name: 'sessions',
  async run(_args, { session, around, lang }) {
    const say = answersIn(lang);
    const sessions = await around.sessions(LISTED);
    if (sessions.length === 0) return { title: say.noSessions };
    const items = sessions.map((each) => `${each.id === session ? '*' : ' '} ${sessionLine(each)}`);
    return { title: say.sessions(session), body: [{ type: 'list', items }] };
  },
});
