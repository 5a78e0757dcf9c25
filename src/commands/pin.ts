/** `/pin TEXT`: tells the model something that every compaction keeps. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'pin',
  async run(args, { session, context, say }) {
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
