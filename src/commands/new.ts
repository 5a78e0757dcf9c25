/** `/new`: starts an empty session; mode and model stay. */

import { isSaid } from '../log/is-said.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'new',
  async run(_args, { session, say }) {
    const before = session.entries.some(isSaid) ? session.id : undefined;
    const opened = await session.open({ kind: 'new' });
    if ('problem' in opened) return { problem: { title: opened.problem } };
    return { title: say.newSession(before) };
  },
});
