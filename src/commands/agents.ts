/** `/agents`: which agent answers in each mode, and which ones the model can delegate to. */

import { own } from '../base/own.ts';
import { inColumns } from '../base/text/text-width.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'agents',
  words: {
    en: {
      agents: 'Agents',
      agentKinds: { primary: 'answers you', sub: 'takes delegated work' },
      builtIn: {
        build: 'Changes the project and checks the change',
        plan: 'Studies the project and proposes a plan',
        general: 'Does a self-contained piece of work',
        explore: 'Searches the project and reports, read-only',
      },
    },
    'zh-CN': {
      agents: '智能体',
      agentKinds: { primary: '直接回答', sub: '接受委派' },
      builtIn: {
        build: '修改项目并检查所做的修改',
        plan: '研究项目并提出方案',
        general: '完成一项独立的工作',
        explore: '搜索项目并报告，只读',
      },
    },
  },
  async run(_args, { setup }, say) {
    const rows = setup.agents.map(({ name, kind, description, isAsShipped }) => [
      name,
      say.agentKinds[kind],
      (isAsShipped ? own<string>(say.builtIn, name) : undefined) ?? description ?? '',
    ]);
    return { title: say.agents, body: [{ type: 'list', items: inColumns(rows) }] };
  },
});
