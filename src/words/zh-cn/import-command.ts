/** The output of `coder import`, in Chinese. */

import type { ImportCommandWords } from '../en/import-command.ts';

export const importCommand: ImportCommandWords = {
  usage: '用法：coder import [claude|codex|gemini|qwen|opencode] [--dry-run] [--yes] [--json]',
  states: { taken: '照搬', mapped: '转换', already: '已经如此', left: '不采用' },
  none: (agents) => `没有找到 ${agents} 的设置。`,
  notRead: (what) => `未读取：${what}`,
  now: (samples) => `现在：${samples}`,
  note: (why) => `（${why}）`,
  nothingNew: '没有新内容。',
  wouldWrite: (count, file) => `将把 ${count} 项写入 ${file}。`,
  ask: (count, file) => `把 ${count} 项写入 ${file} 吗？[y/N] `,
  notAsked: '什么都没有写入：没有人可以同意。请看上面的内容，然后加上 --yes。',
  declined: '什么都没有写入。',
  written: (count, file) => `已把 ${count} 项写入 ${file}。`,
  noHome: '没有可以查看的主目录',
};
