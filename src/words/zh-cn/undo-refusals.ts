/** Why a file is not undone, in Chinese. */

import type { CommandWords } from '../en/commands.ts';

export const undoRefusals: CommandWords['undoRefusals'] = {
  'not-empty': '它不是空的',
  'content-gone': '之前的内容已不再保留',
  'other-form': 'git 以另一种形式保存它，例如换行符不同',
  removed: '之后被删除了',
  created: '之后被创建了',
  changed: '之后被修改了',
  'no-room': '没有空间为 /redo 保留它（undo.max_bytes）',
  outside: '它现在位于工作区之外',
};
