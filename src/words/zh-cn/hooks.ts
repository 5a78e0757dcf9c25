/** Messages about hooks, in Chinese. */

import { late } from '../../base/late.ts';
import type { HookWords } from '../en/hooks.ts';

const words = (): HookWords => ({
  states: {
    ready: '就绪',
    untrusted: '未受信任：不运行',
    changed: '信任之后已更改：不运行',
    'never-runs': '从不运行',
  },
  none: '没有配置钩子。请写在您自己的设置（“coder config edit”）的 "hooks" 中，格式与 Claude Code 相同；写 "hooks": { "from": ["claude"] } 可读取 Claude Code 的钩子。',
  title: (count) => `${count} 个钩子`,
  all: '全部',
  why: {
    event: (name) => `coder 没有事件 ${name}`,
    type: (name) => `coder 不运行 ${name} 类型的钩子`,
  },
  runs: (runs, failures) => `运行 ${runs} 次，${failures} 次没有给出回答`,
  last: (time, ms) => `上次 ${time}，${ms} 毫秒`,
  usage: '/trust add 信任项目的钩子，“coder hooks test 事件” 运行该事件的钩子',
  message: (hook, text) => `钩子 ${hook}：${text}`,
  blocked: (why) => `提示词没有发送：${why}`,
  stopped: (why) => `钩子结束了本回合：${why}`,
  needsApproval: (tool) => `coder 需要您允许使用 ${tool}`,
  hasQuestion: 'coder 有问题要问您',
  isWaiting: 'coder 正在等待您',

  // coder hooks
  commandUsage: `用法：coder hooks [list] [--json]
      coder hooks test 事件 [--tool 名称] [--input JSON] [--json]`,
  unknownEvent: (name, known) => `没有事件 ${name}；已知事件：${known}`,
  notJson: '--input：应为一个 JSON 对象',
  unknownOption: (option) => `未知选项 ${option}`,
  needsValue: (option) => `${option} 需要一个值`,
  noneMatch: (event) => `没有与此 ${event} 匹配的钩子。`,
  input: '输入',
  stdout: '标准输出',
  stderr: '标准错误',
  took: (code, ms) => `退出码 ${code}，${ms} 毫秒`,
  means: {
    allow: '允许（仅限规则会询问的情况）',
    ask: '询问用户；无人在场时拒绝',
    deny: '拒绝',
    block: '阻止',
    none: '不作决定',
  },
  decision: '决定',
});

export const hooks = late(words);
