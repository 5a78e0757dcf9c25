/** `/rewind`: lets the person pick the turn to go back to, then does what `/undo N` does. */

import { defineCommand } from './command.ts';
import undo from './undo.ts';

const LISTED = 50;
const SHOWN_INPUT = 80;

export default defineCommand({
  name: 'rewind',
  async run(args, context) {
    if (args !== '') return undo.run(args, context);
    const { files, person, say } = context;
    const { turns } = await files.preview(LISTED);
    if (turns.length <= 1) return undo.run('', context);
    const options = turns.map(({ input, files: changed }) => {
      const [line = ''] = input.trim().split('\n');
      return say.beforeTurn(line.slice(0, SHOWN_INPUT), changed.length);
    });
    const picked = await person.pick(say.whichTurn, options);
    return typeof picked !== 'number' ? { title: say.notUndone } : undo.run(String(picked + 1), context);
  },
});
