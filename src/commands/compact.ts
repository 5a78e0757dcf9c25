/** `/compact [FOCUS]`: summarises the older part of the conversation now; `/compact undo` undoes that. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'compact',
  async run(args, { context, say }) {
    if (args === 'undo') {
      const undone = await context.undoCompaction();
      return { title: undone ? say.compactionUndone : say.noCompaction };
    }
    const report = await context.compact(args);
    if (report.status === 'nothing') return { title: say.nothingCompacted[report.why] };
    const { by, before, after, summary } = report;
    const title = say.compacted(before.toLocaleString('en'), after.toLocaleString('en'), by === 'rules');
    return { title, ...(summary !== undefined && { body: [{ type: 'markdown', text: summary }] }) };
  },
});
