/** `/exit`: the front end leaves; this answers one that does not. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'exit',
  async run(_args, { say }) {
    return { title: say.leavingIsYours };
  },
});
