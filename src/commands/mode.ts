/** `/mode NAME`, `/build`, `/plan`, …: shows or switches the mode. */

import { defineCommand } from './command.ts';
import { confirmPreset } from './confirm-preset.ts';
import { summaryOf } from './mode-summary.ts';

export default defineCommand({
  name: 'mode',
  words: {
    en: {
      mode: (name: string) => `mode: ${name}`,
      modeAsBefore: (name: string) => `mode unchanged: ${name}`,
    },
    'zh-CN': {
      mode: (name) => `模式：${name}`,
      modeAsBefore: (name) => `模式：${name}，保持不变`,
    },
  },
  async run(args, context, say) {
    const { mode } = context;
    const { current, all } = mode;
    if (args === '') {
      const rows = all.map((each) => `${each.name === current.name ? '*' : ' '} ${each.name}: ${summaryOf(each, say)}`);
      return { title: say.mode(current.name), body: [{ type: 'list', items: rows }] };
    }
    const next = all.find(({ name }) => name === args);
    if (!next) return { problem: { title: say.unknownMode(args, all.map(({ name }) => name).join(', ')) } };
    if (!(await confirmPreset(next.preset, context, say))) return { title: say.modeAsBefore(current.name) };
    await mode.set(args);
    return { title: say.mode(args) };
  },
});
