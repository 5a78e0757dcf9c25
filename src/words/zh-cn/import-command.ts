/** The output of `coder import`, in Chinese. */

import { late } from '../../base/late.ts';
import type { ImportCommandWords } from '../en/import-command.ts';

const words = (): ImportCommandWords => ({
  usage: '用法：coder import [claude|codex|gemini|qwen|opencode] [--dry-run] [--yes] [--json]',
  states: { taken: '直接采用', mapped: '转换', already: '已设置', left: '未采用' },
  none: (agents) => `没有找到 ${agents} 的设置。`,
  notRead: (what) => `未读取：${what}`,
  now: (samples) => `现在：${samples}`,
  note: (why) => `（${why}）`,
  nothingNew: '没有新内容。',
  wouldWrite: (count, file) => `将把 ${count} 项写入 ${file}。`,
  ask: (count, file) => `把 ${count} 项写入 ${file} 吗？[y/N] `,
  notAsked: '没有写入任何内容：现在没有人可以确认。请查看以上内容，再加上 --yes 运行。',
  declined: '没有写入任何内容。',
  written: (count, file) => `已把 ${count} 项写入 ${file}。`,
  noHome: '没有可供查找的主目录',
});

export const importCommand = late(words);
