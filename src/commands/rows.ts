/** The one table of built-in commands: how each is typed, what it is for in every language, and which module implements it. */

import { late } from '../base/late.ts';
import type { CommandRow } from './command.ts';

const rows = (): readonly CommandRow[] => [
  {
    name: 'help',
    usage: '/help',
    summary: { en: 'list commands and keys', 'zh-CN': '列出命令和按键' },
    load: () => import('./help.ts'),
  },
  {
    name: 'login',
    usage: '/login',
    summary: { en: 'connect a model: provider, key, model', 'zh-CN': '连接模型：服务商、密钥、模型' },
  },
  {
    name: 'mode',
    usage: '/mode [NAME]',
    summary: { en: 'show or switch the mode', 'zh-CN': '查看或切换模式' },
    load: () => import('./mode.ts'),
  },
  {
    name: 'model',
    usage: '/model [NAME]',
    summary: { en: 'pick a model, or switch to one by name', 'zh-CN': '选择模型，或按名称切换' },
    load: () => import('./model.ts'),
  },
  {
    name: 'status',
    usage: '/status',
    summary: {
      en: 'model, mode, folder, session, context, spending',
      'zh-CN': '模型、模式、目录、会话、上下文、花费',
    },
    load: () => import('./status.ts'),
  },
  {
    name: 'tools',
    usage: '/tools',
    summary: { en: 'the tools of this mode', 'zh-CN': '当前模式的工具' },
    load: () => import('./tools.ts'),
  },
  {
    name: 'todos',
    usage: '/todos',
    summary: { en: 'the todo list', 'zh-CN': '待办列表' },
    load: () => import('./todos.ts'),
  },
  {
    name: 'undo',
    usage: '/undo [N]',
    summary: {
      en: 'undo the file changes of the last turn (or last N)',
      'zh-CN': '撤销最近一个（或 N 个）回合对文件的修改',
    },
    load: () => import('./undo.ts'),
  },
  {
    name: 'rewind',
    usage: '/rewind',
    summary: {
      en: 'pick the turn to go back to, and undo the file changes since',
      'zh-CN': '选择要回到的回合，撤销其后的文件修改',
    },
    load: () => import('./rewind.ts'),
  },
  {
    name: 'redo',
    usage: '/redo',
    summary: { en: 'redo what was last undone', 'zh-CN': '重做上一次撤销' },
    load: () => import('./redo.ts'),
  },
  {
    name: 'diff',
    usage: '/diff [all] [full|PATH]',
    summary: {
      en: 'what changed since the session began; all: earlier changes too',
      'zh-CN': '会话开始以来的改动；all：也含之前的',
    },
    load: () => import('./diff.ts'),
  },
  {
    name: 'compact',
    usage: '/compact [FOCUS|undo]',
    summary: { en: 'summarise the older conversation now, or undo that', 'zh-CN': '立即压缩较早的对话，或撤销压缩' },
    load: () => import('./compact.ts'),
  },
  {
    name: 'pin',
    usage: '/pin [TEXT]',
    summary: { en: 'keep a note through every compaction', 'zh-CN': '固定一条不会被压缩掉的备注' },
    load: () => import('./pin.ts'),
  },
  {
    name: 'cost',
    usage: '/cost',
    summary: { en: 'tokens and money by model, and the context', 'zh-CN': '各模型的 token 与费用，以及上下文用量' },
    load: () => import('./cost.ts'),
  },
  {
    name: 'usage',
    usage: '/usage',
    summary: { en: 'same as /cost', 'zh-CN': '同 /cost' },
    load: () => import('./cost.ts'),
  },
  {
    name: 'budget',
    usage: '/budget [LIMIT|off]',
    summary: {
      en: 'spending limit for this session: $2, 500k tokens, 30m',
      'zh-CN': '本次会话的花费上限：$2、500k tokens、30m',
    },
    load: () => import('./budget.ts'),
  },
  {
    name: 'loop',
    usage: '/loop [on|off]',
    summary: { en: 'loop detection on or off', 'zh-CN': '开关循环检测' },
    load: () => import('./loop.ts'),
  },
  {
    name: 'ide',
    usage: '/ide [on|off|PORT]',
    summary: {
      en: 'the editor beside the terminal, and what it tells the model',
      'zh-CN': '终端旁的编辑器，以及它告诉模型的内容',
    },
    load: () => import('./ide.ts'),
  },
  {
    name: 'sandbox',
    usage: '/sandbox [keep PATH]',
    summary: {
      en: 'where commands run, and what they wrote to the layer over your home folder',
      'zh-CN': '命令在哪里运行，以及它们写入主目录覆盖层的内容',
    },
    load: () => import('./sandbox.ts'),
  },
  {
    name: 'permissions',
    usage: '/permissions [PRESET|why|revoke]',
    summary: {
      en: 'the rules in force: show, switch, explain, revoke',
      'zh-CN': '当前权限规则：查看、切换、解释、撤销',
    },
    load: () => import('./permissions.ts'),
  },
  {
    name: 'trust',
    usage: '/trust [show|diff|add|revoke]',
    summary: {
      en: 'what this project brings along, and whether it is used',
      'zh-CN': '此项目自带的内容，以及是否使用',
    },
    load: () => import('./trust.ts'),
  },
  {
    name: 'config',
    usage: '/config',
    summary: { en: 'settings in force and where they come from', 'zh-CN': '当前的设置及其来源' },
    load: () => import('./config.ts'),
  },
  {
    name: 'doctor',
    usage: '/doctor',
    summary: { en: 'check this machine and the connection', 'zh-CN': '检查本机和连接' },
    load: () => import('./doctor.ts'),
  },
  {
    name: 'memory',
    usage: '/memory',
    summary: { en: 'the notes that every conversation here begins with', 'zh-CN': '每次对话开始时读取的备注' },
    load: () => import('./memory.ts'),
  },
  {
    name: 'agents',
    usage: '/agents',
    summary: {
      en: 'agents: who answers, and who the model can delegate to',
      'zh-CN': '智能体：谁来回答，模型可以委派给谁',
    },
    load: () => import('./agents.ts'),
  },
  {
    name: 'skills',
    usage: '/skills',
    summary: { en: 'the skills the model can load', 'zh-CN': '模型可加载的技能' },
    load: () => import('./skills.ts'),
  },
  {
    name: 'jobs',
    usage: '/jobs [ID|stop ID]',
    summary: { en: 'commands in the background', 'zh-CN': '后台命令' },
    load: () => import('./jobs.ts'),
  },
  {
    name: 'terminals',
    usage: '/terminals [ID|kill ID]',
    summary: { en: 'interactive programs', 'zh-CN': '交互式程序' },
    load: () => import('./terminals.ts'),
  },
  {
    name: 'new',
    usage: '/new',
    summary: { en: 'start an empty session', 'zh-CN': '开始新会话' },
    load: () => import('./new.ts'),
  },
  {
    name: 'resume',
    usage: '/resume [ID]',
    summary: { en: 'continue an earlier session', 'zh-CN': '继续以前的会话' },
    load: () => import('./resume.ts'),
  },
  {
    name: 'sessions',
    usage: '/sessions',
    summary: { en: 'the sessions of this folder', 'zh-CN': '当前目录的会话' },
    load: () => import('./sessions.ts'),
  },
  {
    name: 'chat',
    usage: '/chat [save|resume|delete NAME]',
    summary: { en: 'save and resume sessions by name', 'zh-CN': '以自定名称保存和继续会话' },
    load: () => import('./chat.ts'),
  },
  {
    name: 'export',
    usage: '/export [html|md|json] [FILE]',
    summary: { en: 'write this session to a file', 'zh-CN': '把本次会话导出为文件' },
    load: () => import('./export.ts'),
  },
  {
    name: 'copy',
    usage: '/copy',
    summary: { en: 'copy the last answer to the clipboard', 'zh-CN': '把最后的回答复制到剪贴板' },
  },
  {
    name: 'review',
    usage: '/review [WHAT]',
    summary: { en: 'review the uncommitted changes', 'zh-CN': '审查尚未提交的改动' },
    load: () => import('./review.ts'),
    isWeak: true,
  },
  {
    name: 'init',
    usage: '/init',
    summary: { en: 'write an AGENTS.md for this project', 'zh-CN': '为本项目编写 AGENTS.md' },
    load: () => import('./init.ts'),
  },
  {
    name: 'vim',
    usage: '/vim',
    summary: { en: 'vim keys in the input line, on or off', 'zh-CN': '开关输入行的 vim 按键' },
  },
  {
    name: 'style',
    usage: '/style [compact|full]',
    summary: { en: 'how the conversation looks: compact or full', 'zh-CN': '对话的样式：compact 或 full' },
  },
  {
    name: 'mcp',
    usage: '/mcp [NAME|reconnect NAME]',
    summary: {
      en: 'MCP servers: state, tools, last output',
      'zh-CN': 'MCP 服务器：状态、工具、最后的输出',
    },
    load: () => import('./mcp.ts'),
  },
  {
    name: 'hooks',
    usage: '/hooks',
    summary: {
      en: 'hooks: which events they run on, how often they ran, results',
      'zh-CN': '钩子：等待什么事件、运行次数与结果',
    },
    load: () => import('./hooks.ts'),
  },
  { name: 'exit', usage: '/exit', summary: { en: 'leave', 'zh-CN': '退出' } },
];

export const commandRows = late(rows);

/** Names that people know from other programs; a custom command of the same name takes precedence. */
export const ALIASES: Readonly<Record<string, CommandRow['name']>> = {
  clear: 'new',
  reset: 'new',
  context: 'cost',
  quit: 'exit',
  continue: 'resume',
  settings: 'config',
};

/** Built-in commands that unknown names were probably meant for; checked before names that are merely spelled alike. */
export const MEANINGS: Readonly<Record<string, CommandRow['name']>> = {
  'allowed-tools': 'permissions',
  approvals: 'permissions',
  bye: 'exit',
  checkpoint: 'rewind',
  commands: 'help',
  connect: 'login',
  fork: 'new',
  history: 'resume',
  info: 'status',
  key: 'login',
  keys: 'help',
  provider: 'login',
  restore: 'rewind',
  revert: 'undo',
  rollback: 'undo',
  stats: 'cost',
  statistics: 'cost',
  summarize: 'compact',
  tasks: 'jobs',
  tokens: 'cost',
  todo: 'todos',
};
