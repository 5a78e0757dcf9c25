/** `/vim`: the terminal switches its own input line; what has no input line says so. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'vim',
  async run(_args, { lang }) {
    return { title: answersIn(lang).noVim };
  },
});
