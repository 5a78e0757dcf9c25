/** `/tools`: the tools the model may use in this mode, and those that are off. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'tools',
  words: {
    en: {
      tools: (mode: string) => `Tools in ${mode} mode`,
      toolsOff: (names: string) => `off: ${names}`,
    },
    'zh-CN': {
      tools: (mode) => `${mode} 模式的工具`,
      toolsOff: (names) => `已关闭：${names}`,
    },
  },
  async run(_args, { mode }, say) {
    const { current, tools } = mode;
    const width = Math.max(...tools.map(({ name }) => name.length));
    const on = tools.filter((tool) => tool.on).map(({ name, description }) => `${name.padEnd(width)}  ${description}`);
    const off = tools.filter((tool) => !tool.on).map(({ name }) => name);
    return {
      title: say.tools(current.name),
      body: [
        { type: 'list', items: on },
        ...(off.length > 0 ? [{ type: 'text' as const, text: say.toolsOff(off.join(', ')) }] : []),
      ],
    };
  },
});
