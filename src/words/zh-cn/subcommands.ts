/** The output of sub-commands, in Chinese. */

import { late } from '../../base/late.ts';
import type { SubcommandWords } from '../en/subcommands.ts';

const words = (): SubcommandWords => ({
  exportUsage: '用法：coder export ID [--md|--html|--json|--format atif] [-o FILE]（“coder sessions” 列出 ID）',
  runUsage: '用法：coder run --spec FILE|- [--result FILE]：以一个 JSON 对象给出任务，"-" 表示标准输入',
  written: (path) => `已写入：${path}`,

  configUsage: '用法：coder config [path | edit | get KEY | set KEY VALUE]',
  noSuchSetting: (key) => `没有 ${key} 这个设置；“coder config” 列出全部设置`,
  settingSaved: (key, file) => `已在 ${file} 中设置 ${key}`,
  emptySettings: '{\n  // 您的设置，对所有项目有效。“coder config” 显示可以设置的内容和当前的值。\n}\n',
  editNeedsTerminal: (file) =>
    `vi 需要终端，而这里没有；请设置 EDITOR 来选择另一个编辑器，使用 “coder config set KEY VALUE”，或直接编辑 ${file}`,
  editorFailed: (editor, why) => `无法使用 ${editor}：${why}。请设置 EDITOR 来选择另一个编辑器。`,

  editorExit: (code) => `退出码 ${code}`,

  inUse: (model) => `正在使用：${model}`,
  noneInUse: (why) => `正在使用：无（${why}）`,
  builtIn: '内置',

  policyUsage: '用法：coder policy check [--mode MODE] [--json] -- COMMAND，或用 --stdin，每行一个 JSON 字符串',
  inSandbox: (verdict, layer) =>
    layer === 'none' ? `${verdict}，因为 sandbox.mode 要求的沙箱不可用` : `${verdict}，在沙箱（${layer}）中`,
  withoutSandbox: (verdict) => `没有沙箱时：${verdict}`,
  risk: (text) => `风险：${text}`,

  replayUsage: '用法：coder replay ID [--yes] [--json]（“coder sessions” 列出 ID）',
  replaying: (turn, of) => `第 ${turn} 回合，共 ${of} 回合`,
  notAsAtStart: (path) => `未能恢复到会话开始时的状态：${path}`,
  notRunAgain: (call, why) => `没有重新执行：${call}（${why}）`,
  notMadeAgain: '没有重新进行这次调用',
  different: (call) => `结果不同：${call}`,
  replayed: (turns, compared, different, notRun) =>
    `${turns} 个回合，比较了 ${compared} 个结果，${different} 个不同，${notRun} 个没有重新执行`,
  whyNotRunAgain: {
    risky: '有风险，而现在没有人可以确认',
    asks: '策略会询问；加 --yes 则执行',
    cancelled: '当时已被取消',
    elsewhere: '它需要人、模型、网络或副本之外的文件',
  },
});

export const subcommands = late(words);
