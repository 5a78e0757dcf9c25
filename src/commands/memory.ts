/** `/memory`: the files that every conversation here begins with, and what the memory tool saved. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'memory',
  words: {
    en: {
      noNotes:
        'No notes: no AGENTS.md is in use here, and nothing has been remembered. /init writes one; /trust shows what is not used.',
      notes: 'Every conversation here begins with',
      note: (path: string, lines: number) => `${path}  ${lines === 1 ? '1 line' : `${lines} lines`}`,
      changeNotes: 'Edit the files to change them; a new conversation reads them again.',
    },
    'zh-CN': {
      noNotes: '没有备注：这里没有使用 AGENTS.md，也没有记住的内容。/init 可以编写一份；/trust 显示未使用的内容。',
      notes: '这里的每次对话都从这些开始',
      note: (path, lines) => `${path}  ${lines} 行`,
      changeNotes: '直接编辑这些文件即可；新的对话会重新读取。',
    },
  },
  async run(_args, { setup }, say) {
    const notes = await setup.notes();
    if (notes.length === 0) return { title: say.noNotes };
    const items = notes.map(({ path, lines }) => say.note(path, lines));
    return {
      title: say.notes,
      body: [
        { type: 'list', items },
        { type: 'text', text: say.changeNotes },
      ],
    };
  },
});
