/** `/mode NAME`, `/build`, `/plan`, …: shows or switches the mode. */

import { inLanguage } from './answers/answers.ts';
import { defineCommand } from './command.ts';
import { confirmPreset } from './confirm-preset.ts';

export default defineCommand({
  name: 'mode',
  async run(args, context) {
    const { mode, say } = context;
    const { current, all } = mode;
    if (args === '') {
      const rows = all.map(
        ({ name, summary }) => `${name === current.name ? '*' : ' '} ${name}: ${inLanguage(summary, say)}`,
      );
      return { title: say.mode(current.name), body: [{ type: 'list', items: rows }] };
    }
    const next = all.find(({ name }) => name === args);
    if (!next) return { problem: { title: say.unknownMode(args, all.map(({ name }) => name).join(', ')) } };
    if (!(await confirmPreset(next.preset, context))) return { title: say.modeAsBefore(current.name) };
    await mode.set(args);
    return { title: say.mode(args) };
  },
});
