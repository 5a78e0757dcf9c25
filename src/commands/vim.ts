/** `/vim`: the terminal switches its own input line; a front end without one says so. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'vim',
  async run(_args, { say }) {
    return { title: say.noVim };
  },
});
