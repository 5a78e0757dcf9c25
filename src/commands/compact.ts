/** `/compact [FOCUS]`: summarises the older part of the conversation now; `/compact undo` takes that back. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'compact',
  async run(args, { compact, undoCompaction }) {
    if (args === 'undo') {
      const undone = await undoCompaction();
      if (!undone) return { title: 'There is no compaction to take back.' };
      return {
        title: 'The last compaction is taken back. Nothing is summarised by itself from now on; /compact does it.',
      };
    }
    const report = await compact(args);
    if (report.status === 'nothing') return { title: report.why };
    const { by, before, after, summary } = report;
    const how = by === 'rules' ? ', summarised by rule since the model gave no summary' : '';
    const sizes = `${before.toLocaleString('en')} → ${after.toLocaleString('en')} tokens`;
    const title = `Context compacted: ${sizes}${how}. /compact undo takes it back.`;
    return { title, ...(summary !== undefined && { body: [{ type: 'markdown', text: summary }] }) };
  },
});
