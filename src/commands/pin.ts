/** `/pin TEXT`: tells the model something that no compaction takes away. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'pin',
  async run(args, { entries, pin, lang }) {
    const say = answersIn(lang);
    if (args === '') {
      const pinned = entries.flatMap((entry) =>
        entry.type === 'message' && entry.message.role === 'note' && entry.message.pinned ? [entry.message.text] : [],
      );
      if (pinned.length === 0) return { title: say.nothingPinned };
      return { title: say.pins, body: [{ type: 'list', items: pinned }] };
    }
    await pin(args);
    return { title: say.pinned(args) };
  },
});
