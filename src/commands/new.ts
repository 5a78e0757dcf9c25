/** `/new`: an empty session; mode and model stay. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'new',
  async run(_args, { session, openSession }) {
    const problem = await openSession({ kind: 'new' });
    return { title: problem ?? `A new session. /resume ${session} goes back.` };
  },
});
