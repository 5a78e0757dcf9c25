/** `/new`: an empty session; mode and model stay. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'new',
  async run(_args, { session, openSession }) {
    const opened = await openSession({ kind: 'new' });
    return { title: 'problem' in opened ? opened.problem : `A new session. /resume ${session} goes back.` };
  },
});
