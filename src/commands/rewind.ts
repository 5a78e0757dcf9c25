/** `/rewind`: lets the person pick the turn to go back to, then does what `/undo N` does. */

import { filesOf } from '../words/en/files-of.ts';
import { defineCommand } from './command.ts';
import undo from './undo.ts';

const LISTED = 50;
const SHOWN_INPUT = 80;

export default defineCommand({
  name: 'rewind',
  words: {
    en: {
      whichTurn: 'Go back to before which turn?',
      rewindElsewhere: 'Nothing was undone: no one is there to pick a turn. /undo N undoes the last N.',
      beforeTurn: (input: string, files: number) => `${input}  (${filesOf(files)})`,
    },
    'zh-CN': {
      whichTurn: '回到哪个回合之前？',
      rewindElsewhere: '没有撤销任何内容：没有人可以选择回合。/undo N 撤销最近 N 个回合。',
      beforeTurn: (input, files) => `${input}（${files} 个文件）`,
    },
  },
  async run(args, context, say) {
    if (args !== '') return undo.run(args, context, say);
    const { files, person } = context;
    const { turns } = await files.preview(LISTED);
    if (turns.length <= 1) return undo.run('', context, say);
    const options = turns.map(({ input, files: changed }) => {
      const [line = ''] = input.trim().split('\n');
      return say.beforeTurn(line.slice(0, SHOWN_INPUT), changed.length);
    });
    const picked = await person.pick(say.whichTurn, options);
    if (picked === null) return { title: say.notUndone };
    if (picked === undefined) return { problem: { title: say.rewindElsewhere } };
    return undo.run(String(picked + 1), context, say);
  },
});
