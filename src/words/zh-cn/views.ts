/** What the views of calls say, in Chinese. */

import { late } from '../../base/late.ts';
import type { ViewWords } from '../en/views.ts';

const words = (): ViewWords => ({
  entries: (_said, path, count) => `${path} ${count} 项`,
  search: (_said, pattern, where, glob) => searched(pattern, where, glob),
  foundFiles: (_said, pattern, where, glob, count) => `${searched(pattern, where, glob)}：${count} 个文件`,
  foundMatches: (_said, pattern, where, glob, count) => `${searched(pattern, where, glob)}：${count} 处匹配`,
  wholeFile: (_said, path, lines) => `${path} ${lines} 行`,
  linesFrom: (_said, path, from) => `${path} 从第 ${from} 行起`,
  linesTo: (_said, path, from, to) => `${path} 第 ${from}-${to} 行`,
  linesOf: (_said, path, from, to, of) => `${path} 第 ${from}-${to} 行，共 ${of} 行`,
  lastLines: (_said, path, count) => `${path} 最后 ${count} 行`,
  severalFiles: (_said, count) => `${count} 个文件`,
  changedFiles: (_said, count, added, removed) => `${count} 个文件 +${added} -${removed}`,
  dryRunFiles: (_said, count, added, removed) => `${count} 个文件 +${added} -${removed}（试运行）`,
  dryRun: (_said, what, added, removed) => `${what} +${added} -${removed}（试运行）`,
  todos: (_said) => '待办',
  todosDone: (_said, done, count) => `已完成 ${done}/${count}`,
  questions: (_said, count) => `${count} 个问题`,
  hosts: (_said, count) => `${count} 个主机`,
  runsAs: (_said, job) => `以 ${job} 运行`,
  runsIn: (_said, terminal) => `在 ${terminal} 中运行`,
  terminalEnded: (_said, terminal) => `${terminal} 已结束`,
  terminalExited: (_said, terminal, exitCode) => `${terminal} 已结束，退出码 ${exitCode}`,
  page: (_said, status, type, characters, title) =>
    [`${status}`, type, `${characters} 个字符`, title].filter((part) => part !== '').join(' · '),
  noDifference: (_said) => '没有差异',
  nothingChanged: (_said) => '没有改动',
});

export const views = late(words);

/** What is searched for, and in brackets where. */
function searched(pattern: string, where: string, glob: string): string {
  const places = [where === '' ? '' : `在 ${where} 中`, glob].filter((part) => part !== '');
  return places.length === 0 ? pattern : `${pattern}（${places.join('，')}）`;
}
