/** `/sessions`: the sessions of this directory, the newest first. */

import { defineCommand } from '../protocol/command.ts';
import { sessionLine } from '../transcript/session-line.ts';

const LISTED = 30;

export default defineCommand({
  name: 'sessions',
  async run(_args, { session, around }) {
    const sessions = await around.sessions(LISTED);
    if (sessions.length === 0) return { title: 'No sessions in this directory yet.' };
    const items = sessions.map((each) => `${each.id === session ? '*' : ' '} ${sessionLine(each)}`);
    return { title: `This is session ${session}. /resume ID goes on with another.`, body: [{ type: 'list', items }] };
  },
});
