/** `/compact [FOCUS]`: summarises the older part of the conversation now; `/compact undo` takes that back. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn, inLanguage } from './answers/answers.ts';

export default defineCommand({
  name: 'compact',
  async run(args, { compact, undoCompaction, lang }) {
    const say = answersIn(lang);
    if (args === 'undo') {
      const undone = await undoCompaction();
      if (!undone) return { title: say.noCompaction };
      return { title: say.compactionUndone };
    }
    const report = await compact(args);
    if (report.status === 'nothing') return { title: inLanguage(report.why, lang) };
    const { by, before, after, summary } = report;
    const title = say.compacted(before.toLocaleString('en'), after.toLocaleString('en'), by === 'rules');
    return { title, ...(summary !== undefined && { body: [{ type: 'markdown', text: summary }] }) };
  },
});
