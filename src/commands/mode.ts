/** `/mode NAME`, `/build`, `/plan`, …: shows or switches the mode. */

import { defineCommand } from '../protocol/command.ts';
import { inLanguage } from './in-language.ts';
import { confirmPreset } from './switch-mode.ts';

export default defineCommand({
  name: 'mode',
  async run(args, context) {
    const { mode, modes, setMode, lang } = context;
    if (args === '') {
      const rows = modes.map(
        ({ name, summary }) => `${name === mode.name ? '*' : ' '} ${name}: ${inLanguage(summary, lang)}`,
      );
      return { title: `mode: ${mode.name}`, body: [{ type: 'list', items: rows }] };
    }
    const next = modes.find(({ name }) => name === args);
    if (!next)
      return { problem: { title: `Unknown mode: ${args}. Modes: ${modes.map(({ name }) => name).join(', ')}` } };
    if (!(await confirmPreset(next.preset, context))) return { title: `mode: ${mode.name}, as before` };
    await setMode(args);
    return { title: `mode: ${args}` };
  },
});
