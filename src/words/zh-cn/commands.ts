/** The words that several commands share, in Chinese; words of a single command are in its file. */

import { late } from '../../base/late.ts';
import type { OwnCommandWords } from '../en/commands.ts';
import { withSections } from '../sections.ts';
import { allFaults } from './faults/all-faults.ts';
import { hooks } from './hooks.ts';
import { ide } from './ide.ts';
import { mcp } from './mcp.ts';
import { policy } from './policy.ts';
import { trust } from './trust.ts';
import { undoRefusals } from './undo-refusals.ts';
import { views } from './views.ts';

const BUDGET_HINT = '写法：$2、500k tokens 或 30m；多个用逗号分隔；off 表示不限。';

const words = (): OwnCommandWords => ({
  language: 'zh-CN',
  modes: {
    build: '修改及有风险或沙箱外的命令需确认',
    plan: '阅读、提问、规划；不做任何修改',
    default: '同 build，带待办；按要求验证',
    'auto-edit': '只有有风险或沙箱外的命令需确认',
    yolo: '什么都不询问，包括命令',
  },

  unknownCommand: (name, close) =>
    `未知命令：/${name}。${close === undefined ? '' : `您是否指 /${close}？`}/help 列出全部命令。`,
  pathFirst: (path) => `不是命令：/${path}。要发给模型，请先写文字，不要以路径开头。`,
  commands: '命令',
  question: (what) => `${what}？`,
  unknownMode: (name, all) => `未知模式：${name}。可用模式：${all}`,
  nothingAsks: (name) => `${name}：所有命令和修改都不经询问直接执行，全凭模型决定。仅在不怕丢失任何内容的环境中使用。`,
  switchTo: (name) => `切换到 ${name}`,
  stay: '保持不变',
  modelAsBefore: (now, wanted, why) => `模型：${now}，保持不变。无法使用 ${wanted}：${why}`,
  /** Answers to front ends that cannot carry out the command. */
  forFrontEnds: {
    vim: 'vim 按键只能在终端中使用。',
    style: '样式只在终端中生效。',
    login: '请在终端里运行 “coder login” 来连接模型。',
    copy: '这里没有剪贴板。',
    exit: '要结束会话，请发送 {"type":"close"}。',
  },
  notUndone: '没有撤销任何内容。',
  leftAsItIs: '保持原样：',
  notCovered: '未包括：',
  undoRefusals,
  andMore: (count) => `另有 ${count} 个`,
  moneySpent: (money, isLeast) => `${isLeast ? '至少 ' : ''}${money}`,
  priceUnknown: '价格未知',
  budget: (limits) => `预算：${limits}`,
  notABudget: (typed) => `“${typed}” 不是预算。${BUDGET_HINT}`,
  spent: (limits, money, tokens, minutes) =>
    `预算：${limits}。已用：${money}，${tokens} tokens，${minutes} 分钟。用 /budget 上限 设置（$2、500k tokens 或 30m，可用逗号连写），/budget off 取消。`,
  noSandbox: (why) => `命令以您自己的权限运行：没有沙箱${why === '' ? '' : `（${why}）`}。`,
  inSandbox: (layer, hasLayer) =>
    `命令在沙箱中运行（${layer}）：只能修改工作区和${hasLayer ? '主目录之上的覆盖层' : '自己的目录'}。`,
  reach: {
    none: '命令没有网络。',
    hosts: '连接尚未允许的主机时会先询问，连接等待回答。',
    open: '可以连接所有公网主机；私有地址会询问。',
    allowed: '未经询问就运行的命令没有网络；您或规则允许的命令可以访问整个网络。',
  },
  sandboxGaps: {
    'home-read-only': '主目录不可写；缓存放在会话自己的目录里。',
    'own-loopback': '一条命令启动的服务，下一条命令看不到。',
    'modes-and-times': '外部文件的权限位和时间可以被修改。',
    'shared-memory': '共享内存（/dev/shm）与所有程序共用。',
    signals: '命令可以结束您的其他进程：此内核（早于 Linux 6.12）不限制信号。',
    hooks: '仓库的钩子可以被写入。',
    'host-loopback': '本机的服务要么都能访问，要么都不能。',
    untried: '这一层从未在真实系统上测试过。',
    hosts: '无法区分主机：已知需要网络的命令照常询问，与没有沙箱时一样；在从不询问的模式（yolo）中，它们没有网络。',
    'no-network': '命令无法访问网络。',
  },
  sessionMarks: { damaged: '（已损坏）', empty: '（没有内容）' },
  noSessions: '当前目录还没有会话。',
  resumed: (id) => `已恢复会话 ${id}`,
  resumedStricter: (was, now) =>
    `它原来处于 ${was} 模式，现在以 ${now} 继续：会话文件不能放宽规则。/mode ${was} 可切换回去。`,
  turnCutOff: '[coder 在本回合结束前退出；说“继续”即可接着进行]',
  turnCancelled: '[已取消]',
  nothingSaid: '本次会话还没有内容。',
  leaveIt: '保持不变',
  runningFor: (seconds) => `已运行 ${seconds} 秒`,
});

export const commands = late(() => withSections(words(), { views, trust, ide, mcp, hooks, policy, faults: allFaults }));
