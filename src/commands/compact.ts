/** `/compact [FOCUS]`: summarises the older part of the conversation now; `/compact undo` undoes that. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'compact',
  words: {
    en: {
      noCompaction: 'There is no compaction to undo.',
      compactionUndone: 'Compaction undone. Automatic compaction is off for this session; use /compact.',
      compacted: (before: string, after: string, byRules: boolean) =>
        `Context compacted: ${before} → ${after} tokens${byRules ? ', summarised by rules because the model gave no summary' : ''}. /compact undo reverts it.`,
      nothingCompacted: {
        cancelled: 'Cancelled; nothing was changed.',
        'not-shorter': 'The summary would not be shorter; nothing was changed.',
        'nothing-older': 'There is nothing older to summarise yet.',
        'nothing-to-drop': 'There is nothing to drop.',
        'held-by-hook': 'A hook prevented it.',
      },
    },
    'zh-CN': {
      noCompaction: '没有可撤销的压缩。',
      compactionUndone: '已撤销压缩。本次会话不再自动压缩；需要时用 /compact。',
      compacted: (before, after, byRules) =>
        `上下文已压缩：${before} → ${after} tokens${byRules ? '，模型没有给出摘要，按规则压缩' : ''}。/compact undo 可撤销。`,
      nothingCompacted: {
        cancelled: '已取消；没有任何改动。',
        'not-shorter': '摘要不会更短；没有任何改动。',
        'nothing-older': '还没有可以压缩的较早内容。',
        'nothing-to-drop': '没有可以省略的内容。',
        'held-by-hook': '有钩子要求保持原样。',
      },
    },
  },
  async run(args, { context }, say) {
    if (args === 'undo') {
      const undone = await context.undoCompaction();
      return undone ? { title: say.compactionUndone } : { problem: { title: say.noCompaction } };
    }
    const report = await context.compact(args);
    if (report.status === 'nothing') {
      const why = { title: say.nothingCompacted[report.why] };
      return report.why === 'cancelled' ? why : { problem: why };
    }
    const { by, before, after, summary } = report;
    const title = say.compacted(before.toLocaleString('en'), after.toLocaleString('en'), by === 'rules');
    return { title, ...(summary !== undefined && { body: [{ type: 'markdown', text: summary }] }) };
  },
});
