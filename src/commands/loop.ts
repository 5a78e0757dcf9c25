/** `/loop off|on`: whether a turn that repeats itself is stopped, for this session. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'loop',
  async run(args, { loops, say }) {
    const word = args.toLowerCase();
    if (word === '') return { title: say.loop(loops.isOn) };
    if (word !== 'on' && word !== 'off') return { problem: { title: say.notOnOff(args) } };
    loops.set(word === 'on');
    return { title: say.loopNow(word === 'on') };
  },
});
