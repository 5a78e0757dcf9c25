/** `/exit`: the front end leaves; this answers one that does not. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'exit',
  async run(_args, { lang }) {
    return { title: answersIn(lang).leavingIsYours };
  },
});
