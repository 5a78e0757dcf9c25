/** `/pin TEXT`: tells the model something that every compaction keeps. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'pin',
  words: {
    en: {
      nothingPinned: 'Nothing is pinned. /pin TEXT keeps a note through every compaction.',
      pins: 'Pinned',
      pinned: (text: string) => `Pinned: ${text}`,
    },
    'zh-CN': {
      nothingPinned: '没有固定的备注。/pin 文字 可以让一条备注不被压缩掉。',
      pins: '固定的备注',
      pinned: (text) => `已固定：${text}`,
    },
  },
  async run(args, { session, context }, say) {
    if (args === '') {
      const pinned = session.entries.flatMap((entry) =>
        entry.type === 'message' && entry.message.role === 'note' && entry.message.pinned ? [entry.message.text] : [],
      );
      if (pinned.length === 0) return { title: say.nothingPinned };
      return { title: say.pins, body: [{ type: 'list', items: pinned }] };
    }
    await context.pin(args);
    return { title: say.pinned(args) };
  },
});
