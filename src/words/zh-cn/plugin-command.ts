/** The output of `coder plugin`, in Chinese. */

import { late } from '../../base/late.ts';
import type { PluginCommandWords } from '../en/plugin-command.ts';

const words = (): PluginCommandWords => ({
  usage: `用法：coder plugin install 目录|GIT-URL|npm:NAME [--path 其中的目录] [--yes]
      coder plugin link 目录 [--yes]
      coder plugin update [NAME] [--yes]
      coder plugin list|remove NAME|validate 目录 [--json]`,
  layouts: { 'agent-plugins': 'Agent Plugins 规范', claude: 'Claude 的布局', gemini: 'Gemini 的布局' },
  parts: {
    skills: '技能',
    commands: '命令',
    agents: '智能体',
    servers: '服务器',
    hooks: '钩子',
    languageServers: '语言服务器',
    notes: '写入提示词的文本',
    problem: (text) => `未采用：${text}`,
  },
  none: '没有安装插件。用 “coder plugin install 目录|GIT-URL|npm:NAME” 安装。',
  refused: (what, why) => `拒绝 ${what}：${why}`,
  valid: (name) => `${name} 可以使用。`,
  ask: (name) => `使用 ${name} 的当前内容吗？其中的程序会以您的权限运行。[y/N] `,
  askUpdate: (name) => `使用 ${name} 更新后的内容吗？[y/N] `,
  notAsked: '没有更改任何内容：现在没有人可以确认。请查看以上内容，再加上 --yes 运行。',
  declined: '没有更改任何内容。',
  installed: (name) => `已安装 ${name}。`,
  linked: (name, folder) =>
    `已把 ${name} 链接到 ${folder}。修改其中会运行的内容后，请用 “coder plugin update ${name}” 确认。`,
  updated: (name) => `已更新 ${name}。`,
  unchanged: (name) => `${name} 没有变化。`,
  otherName: (name, now) => `${name} 现在叫 ${now}：请删除后重新安装`,
  isThere: (name) => `${name} 已经安装；用 “coder plugin update ${name}” 更新`,
  removed: (name) => `已删除 ${name} 及其保存的数据。`,
  unknown: (name, near) => `没有插件 ${name}${near === undefined ? '' : `；您是否指 ${near}？`}`,
  notUsed: (why) => `未使用：${why}`,
  changes: (count) => `${count} 个文件不同：`,
});

export const pluginCommand = late(words);
