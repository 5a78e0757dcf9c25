/** `/chat`: saves, resumes, lists and forgets sessions under names the person chooses. */

import { defineCommand } from './command.ts';
import resume from './resume.ts';
import sessions from './sessions.ts';

export default defineCommand({
  name: 'chat',
  async run(args, context) {
    const { session, say } = context;
    const [verb = '', ...rest] = args.split(/\s+/);
    const name = rest.join(' ');
    switch (verb) {
      case '':
      case 'list':
        return sessions.run('', context);
      case 'resume':
      case 'load':
        return resume.run(name, context);
      case 'save': {
        if (session.entries.every(({ type }) => type !== 'message')) return { problem: { title: say.nothingSaid } };
        if (name === '' || !(await session.name(name))) return { problem: { title: say.notAName } };
        return { title: say.named(name) };
      }
      case 'delete':
        return (await session.forgetName(name))
          ? { title: say.nameForgotten(name) }
          : { problem: { title: say.noSuchName(name) } };
      default:
        return { problem: { title: say.chatUsage } };
    }
  },
});
