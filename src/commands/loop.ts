/** `/loop off|on`: whether a turn that repeats itself is stopped, for this session. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'loop',
  words: {
    en: {
      is: (on: boolean) => `loop detection: ${on ? 'on' : 'off'} (/loop on, /loop off)`,
      now: (on: boolean) => `loop detection: ${on ? 'on' : 'off'} for this session`,
      neither: (word: string) => `Not on or off: ${word}. Say /loop on or /loop off.`,
    },
    'zh-CN': {
      is: (on) => `循环检测：${on ? '开' : '关'}（/loop on、/loop off）`,
      now: (on) => `循环检测：本次会话已${on ? '开启' : '关闭'}`,
      neither: (word) => `不是 on 或 off：${word}。请用 /loop on 或 /loop off。`,
    },
  },
  async run(args, { mode: { loops } }, say) {
    const word = args.toLowerCase();
    if (word === '') return { title: say.is(loops.isOn) };
    if (word !== 'on' && word !== 'off') return { problem: { title: say.neither(args) } };
    loops.set(word === 'on');
    return { title: say.now(word === 'on') };
  },
});
