/** `/mode NAME`, `/build`, `/plan`, …: shows or switches the mode. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'mode',
  async run(args, { mode, modes, setMode }) {
    if (args === '') {
      const rows = modes.map(({ name, summary }) => `${name === mode.name ? '*' : ' '} ${name}: ${summary}`);
      return { title: `mode: ${mode.name}`, body: [{ type: 'list', items: rows }] };
    }
    if (!modes.some(({ name }) => name === args)) {
      return { title: `Unknown mode: ${args}. Modes: ${modes.map(({ name }) => name).join(', ')}` };
    }
    await setMode(args);
    return { title: `mode: ${args}` };
  },
});
