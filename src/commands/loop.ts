/** `/loop off|on`: whether a turn that repeats itself is stopped, for this session. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'loop',
  async run(args, { watchesLoops, watchLoops, lang }) {
    const say = answersIn(lang);
    const word = args.toLowerCase();
    if (word === '') return { title: say.loop(watchesLoops) };
    if (word !== 'on' && word !== 'off') return { problem: { title: say.notOnOff(args) } };
    watchLoops(word === 'on');
    return { title: say.loopNow(word === 'on') };
  },
});
