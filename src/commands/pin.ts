/** `/pin TEXT`: tells the model something that no compaction takes away. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'pin',
  async run(args, { entries, pin }) {
    if (args === '') {
      const pinned = entries.flatMap((entry) =>
        entry.type === 'message' && entry.message.role === 'note' && entry.message.pinned ? [entry.message.text] : [],
      );
      if (pinned.length === 0) return { title: 'Nothing is pinned. /pin TEXT keeps a note through every compaction.' };
      return { title: 'Pinned', body: [{ type: 'list', items: pinned }] };
    }
    await pin(args);
    return { title: `Pinned: ${args}` };
  },
});
