/** `/agents`: which agent answers in each mode, and which ones the model can delegate to. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'agents',
  words: {
    en: {
      agents: 'Agents',
      agentKinds: { primary: 'answers you', sub: 'takes delegated work' },
    },
    'zh-CN': {
      agents: '智能体',
      agentKinds: { primary: '回答', sub: '接受委派' },
    },
  },
  async run(_args, { setup }, say) {
    const width = Math.max(...setup.agents.map(({ name }) => name.length));
    const items = setup.agents.map(({ name, kind, description }) => {
      const line = `${name.padEnd(width)}  ${say.agentKinds[kind]}`;
      return description === undefined ? line : `${line}  ${description}`;
    });
    return { title: say.agents, body: [{ type: 'list', items }] };
  },
});
