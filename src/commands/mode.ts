/** `/mode NAME`, `/build`, `/plan`, …: shows or switches the mode. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn, inLanguage } from './answers/answers.ts';
import { confirmPreset } from './confirm-preset.ts';

export default defineCommand({
  name: 'mode',
  async run(args, context) {
    const { mode, modes, setMode, lang } = context;
    const say = answersIn(lang);
    if (args === '') {
      const rows = modes.map(
        ({ name, summary }) => `${name === mode.name ? '*' : ' '} ${name}: ${inLanguage(summary, lang)}`,
      );
      return { title: say.mode(mode.name), body: [{ type: 'list', items: rows }] };
    }
    const next = modes.find(({ name }) => name === args);
    if (!next) return { problem: { title: say.unknownMode(args, modes.map(({ name }) => name).join(', ')) } };
    if (!(await confirmPreset(next.preset, context))) return { title: say.modeAsBefore(mode.name) };
    await setMode(args);
    return { title: say.mode(args) };
  },
});
