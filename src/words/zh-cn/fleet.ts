/** What `coder worktrees` and `coder fleet` say, in Chinese. */

import type { KeptBecause } from '../../protocol/worktree.ts';
import type { FleetWords } from '../en/fleet.ts';

const some = (paths: readonly string[]) => `${paths.slice(0, 3).join('、')}${paths.length > 3 ? '…' : ''}`;

export const fleet: FleetWords = {
  worktreesUsage: '用法：coder worktrees [list | clean | remove NAME] [--json]',
  noWorktrees: '没有工作树',
  noSuchWorktree: (name) => `没有名为 ${name} 的工作树；"coder worktrees" 会列出它们`,
  inUseBy: (who) => `正被 ${who} 使用`,
  notInUse: '未使用',
  removed: (name, branch) => `已移除：${name}${branch === undefined ? '' : `（其工作在分支 ${branch} 上）`}`,
  kept: (name, why) => `已保留：${name}：${why}`,
  stays: (path, branch, why) =>
    `工作树已保留：${path}（分支 ${branch}）：${why}。不会丢失任何内容时，"coder worktrees clean" 会移除它。`,
  because(reason: KeptBecause): string {
    switch (reason.kind) {
      case 'changed':
        return `有改动的文件：${some(reason.paths)}`;
      case 'ignored':
        return `被忽略的文件：${some(reason.paths)}`;
      case 'hidden':
        return `git 不查看的文件：${some(reason.paths)}`;
      case 'nested':
        return `其中有仓库或工作树：${some(reason.paths)}`;
      case 'submodule':
        return `子模块：${some(reason.paths)}`;
      case 'commits':
        return `不属于任何分支的提交：${some(reason.commits)}`;
      case 'process':
        return `进程 ${some(reason.pids.map(String))} 正在其中工作`;
      default:
        return reason.what;
    }
  },
  usage:
    '用法：coder fleet run TASKS.jsonl --results DIR [--jobs N] [--budget B]，show [ID] [--results DIR]，diff ID，apply ID',
  badJobs: (value) => `--jobs 应为 1 到 64 的数字，而不是 "${value}"`,
  cannotRead: (file, why) => `无法读取 ${file}：${why}`,
  heading: (ended, total, running, tokens, money) =>
    `已完成 ${ended}/${total} · 运行中 ${running} · ${tokens} 个 token · ${money}`,
  running: (id, step, calls, seconds) => `  ${id}  第 ${step} 步  ${calls}  ${seconds} 秒`,
  stopHint: '  Esc 停止全部；再次启动会继续',
  ended: (id, stop, more) => `${id}：${stop}${more === '' ? '' : `：${more}`}`,
  receipt: (answered, failed, stopped, before, tokens, money) =>
    `已回答 ${answered}，未回答 ${failed}，已停止 ${stopped}，之前已完成 ${before}；${tokens} 个 token，${money}`,
  budgetSpent: '预算已用完：运行中的任务已停止，等待中的不再开始。',
  goOn: '用同一命令可继续未完成的部分。',
  noSuchJob: (id) => `没有任务 ${id} 的结果`,
  nothingChanged: (id) => `${id} 没有改动任何内容`,
  applied: (id) => `已应用：${id}`,
  notApplied: (id, why) => `${id} 无法应用，未改动任何内容：${why}`,
};
