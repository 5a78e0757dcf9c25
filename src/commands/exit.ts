/** `/exit`: the front end leaves; this answers one that does not. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'exit',
  async run() {
    return { title: 'Leaving is up to the program that talks with coder: send {"type":"close"}.' };
  },
});
