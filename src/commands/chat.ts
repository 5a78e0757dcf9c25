/** `/chat`: saves, resumes, lists and forgets sessions under names the person chooses. */

import { defineCommand } from './command.ts';
import resume from './resume.ts';
import sessions from './sessions.ts';

export default defineCommand({
  name: 'chat',
  words: {
    en: {
      named: (name: string) =>
        `This session is now called "${name}". /chat resume ${name} or coder --resume "${name}" continues it.`,
      notAName: 'Give a name of up to 64 characters: /chat save NAME',
      nameForgotten: (name: string) => `Removed the name "${name}"; its session is kept.`,
      noSuchName: (name: string) => `No session is called "${name}". /chat lists them.`,
      chatUsage: 'Usage: /chat [list], /chat save NAME, /chat resume NAME, /chat delete NAME',
    },
    'zh-CN': {
      named: (name) => `当前会话已命名为 “${name}”。用 /chat resume ${name} 或 coder --resume "${name}" 继续。`,
      notAName: '请给出不超过 64 个字符的名称：/chat save 名称',
      nameForgotten: (name) => `已删除名称 “${name}”；其会话仍保留。`,
      noSuchName: (name) => `没有名为 “${name}” 的会话。/chat 列出全部。`,
      chatUsage: '用法：/chat [list]、/chat save 名称、/chat resume 名称、/chat delete 名称',
    },
  },
  async run(args, context, say) {
    const { session } = context;
    const [verb = '', ...rest] = args.split(/\s+/);
    const name = rest.join(' ');
    switch (verb) {
      case '':
      case 'list':
        return sessions.run('', context, say);
      case 'resume':
      case 'load':
        return resume.run(name, context, say);
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
