/** The messages of `coder worktrees` and `coder fleet`, in Chinese. */

import { late } from '../../base/late.ts';
import type { FleetWords } from '../en/fleet.ts';

const words = (): FleetWords => ({
  stops: {
    answered: '已回答',
    cancelled: '已取消',
    failed: '失败',
    budget: '达到预算上限',
    timeout: '超时',
    'step-limit': '达到步数上限',
    'turn-limit': '达到回合上限',
    running: '运行中',
  },
  worktreesUsage: '用法：coder worktrees [list | clean | remove NAME] [--json]',
  noWorktrees: '没有 coder 创建的工作树。',
  noSuchWorktree: (name) => `没有名为 ${name} 的工作树；“coder worktrees” 会列出它们`,
  inUseBy: (who) => `正被 ${who} 使用`,
  process: (pid) => `进程 ${pid}`,
  notInUse: '未使用',
  removed: (name, branch) => `已移除：${name}${branch === undefined ? '' : `（其工作在分支 ${branch} 上）`}`,
  kept: (name, why) => `已保留：${name}：${why}`,
  stays: (path, branch, why) =>
    `工作树已保留：${path}（分支 ${branch}）：${why}。不会丢失任何内容时，“coder worktrees clean” 会移除它。`,
  because: {
    changed: (paths) => `有改动的文件：${paths}`,
    ignored: (paths) => `被忽略的文件：${paths}`,
    hidden: (paths) => `git 被设为不查看的文件：${paths}`,
    nested: (paths) => `其中有仓库或工作树：${paths}`,
    submodule: (paths) => `子模块：${paths}`,
    commits: (commits) => `不属于任何分支的提交：${commits}`,
    process: (pids) => `进程 ${pids} 正在其中工作`,
  },
  usage:
    '用法：coder fleet run TASKS.jsonl --results DIR [--jobs N] [--budget B]，show [ID] [--results DIR]，diff ID，apply ID',
  badJobs: (value) => `--jobs 应为 1 到 64 的数字，而不是 "${value}"`,
  cannotRead: (file, why) => `无法读取 ${file}：${why}`,
  notAFile: '它不是文件',
  cannotWrite: (folder, why) => `无法写入 ${folder}：${why}。解决后再次运行同一命令即可继续。`,
  stopping: '  正在停止：各任务正在保存会话',
  heading: (ended, total, running, tokens, money) =>
    `已完成 ${ended}/${total} · 运行中 ${running} · ${tokens} 个 token · ${money}`,
  step: (step) => `第 ${step} 步`,
  seconds: (seconds) => `${seconds} 秒`,
  stopHint: '  Esc 停止全部；再次运行即可继续',
  receipt: (answered, failed, stopped, before, tokens, money) =>
    `已回答 ${answered}，未回答 ${failed}，已停止 ${stopped}，之前已完成 ${before}；${tokens} 个 token，${money}`,
  budgetSpent: '预算已用完：运行中的任务已停止，等待中的不再开始。',
  goOn: '再次运行同一命令即可继续。',
  seeResults: (folder) =>
    `“coder fleet show --results ${folder}” 列出结果；diff ID 显示某个任务的改动，apply ID 将其应用。`,
  noSuchJob: (id) => `没有任务 ${id} 的结果`,
  nothingChanged: (id) => `${id} 没有改动任何内容`,
  applied: (id) => `已应用：${id}`,
  notApplied: (id, why, branch) =>
    `${id} 无法应用，未改动任何内容：${why}。${branch === '' ? `“coder fleet diff ${id}” 可查看其内容` : `其改动在分支 ${branch} 上：“git merge ${branch}” 可合并`}。`,
});

export const fleet = late(words);
