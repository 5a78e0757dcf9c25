/** `/new`: starts an empty session; mode and model stay. */

import { isSaid } from '../log/is-said.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'new',
  words: {
    en: {
      newSession: (before: string | undefined) =>
        `Started a new session.${before === undefined ? '' : ` /resume ${before} goes back.`}`,
    },
    'zh-CN': { newSession: (before) => `已开始新会话。${before === undefined ? '' : `/resume ${before} 可返回。`}` },
  },
  async run(_args, { session }, say) {
    const before = session.entries.some(isSaid) ? session.id : undefined;
    const opened = await session.open({ kind: 'new' });
    if ('problem' in opened) return { problem: { title: opened.problem } };
    return { title: say.newSession(before) };
  },
});
