/** `/vim`: the terminal switches its own input line; what has no input line says so. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'vim',
  async run() {
    return {
      title: 'Vim keys are for the input line of a terminal, and there is none here. "input.vim" sets them there.',
    };
  },
});
