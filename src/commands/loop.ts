/** `/loop off|on`: whether a turn that repeats itself is stopped, for this session. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'loop',
  async run(args, { watchesLoops, watchLoops }) {
    const word = args.toLowerCase();
    if (word === '') return { title: `loop detection: ${watchesLoops ? 'on' : 'off'} (/loop on, /loop off)` };
    if (word !== 'on' && word !== 'off')
      return { problem: { title: `Not on or off: ${args}. Say /loop on or /loop off.` } };
    watchLoops(word === 'on');
    return { title: `loop detection: ${word} for this session` };
  },
});
