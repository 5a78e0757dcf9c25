/** Chinese for problems with hooks, skills, agents and plugins, keyed by the English sentence; `{}` stands for a name. */

import { inOtherWords } from '../in-other-words.ts';

const ROWS: readonly (readonly [english: string, chinese: string])[] = [
  // hooks
  ['it could not be started (exit code {})', '无法启动（退出代码 {}）'],
  ['it could not be started', '无法启动'],
  ['it was killed (exit code {})', '被终止（退出代码 {}）'],
  ['it was ended by {}', '被 {} 结束'],
  ['it was cancelled', '已取消'],
  ['it ended with exit code {} and said nothing', '以退出代码 {} 结束，没有输出'],
  ['it ended with exit code {}', '以退出代码 {} 结束'],
  ['it did not answer within {} s', '在 {} 秒内没有回答'],
  ['it printed more than 1 MB', '输出超过 1 MB'],
  ['it printed something that begins like JSON and is none', '输出像 JSON，但不是有效的 JSON'],
  ['it printed JSON that is no object', '输出的 JSON 不是对象'],
  ['it decided {}, which is no decision', '决定为 {}，这不是有效的决定'],
  ['its updatedInput is no object', 'updatedInput 不是对象'],
  ['it has changed since you trusted it, and was not run; see /trust', '自您信任后已更改，没有运行；参见 /trust'],
  ['coder does not run hooks of type {}', 'coder 不运行类型为 {} 的钩子'],
  // skills and agents
  ['Skills skipped: {} cannot be read.', '已跳过技能：无法读取 {}。'],
  ['Skill skipped: {} cannot be read.', '已跳过技能：无法读取 {}。'],
  ['Skill skipped: {} is not a regular file.', '已跳过技能：{} 不是普通文件。'],
  [
    'Skill skipped: {} leads out of the project, or to a file that may hold secrets.',
    '已跳过技能：{} 指向项目之外，或指向可能含有机密的文件。',
  ],
  ['Skill skipped: {} is longer than {} KB.', '已跳过技能：{} 超过 {} KB。'],
  [
    'Skill skipped: {} has no front matter (--- name, description ---).',
    '已跳过技能：{} 没有前置元数据（--- name, description ---）。',
  ],
  ['Skill skipped: {} has a front matter that cannot be read: {}.', '已跳过技能：{} 的前置元数据无法读取：{}。'],
  ['Skill skipped: {} has no usable name.', '已跳过技能：{} 没有可用的名称。'],
  ['Skill skipped: {} has no description.', '已跳过技能：{} 没有描述。'],
  [
    'Two skills are called {}: {} and {}. Neither is used; rename one.',
    '有两个名为 {} 的技能：{} 和 {}。两者都不使用；请重命名其中一个。',
  ],
  ['Two skills are called {}: {} is used, {} is not.', '有两个名为 {} 的技能：使用 {}，不使用 {}。'],
  ['Two agents are called {}: {} is used, {} is not.', '有两个名为 {} 的代理：使用 {}，不使用 {}。'],
  [
    'Agent skipped: {}: {} is an agent of coder or of your settings.',
    '已跳过代理：{}：{} 是 coder 或您的设置中的代理。',
  ],
  [
    'Agent skipped: {} has no front matter (--- name, description ---).',
    '已跳过代理：{} 没有前置元数据（--- name, description ---）。',
  ],
  ['Agent skipped: {} has a front matter that cannot be read: {}.', '已跳过代理：{} 的前置元数据无法读取：{}。'],
  ['Agent skipped: {} has no name.', '已跳过代理：{} 没有名称。'],
  ['Agent skipped: {} has no description.', '已跳过代理：{} 没有描述。'],
  ['Agent skipped: {} names a tool that is not known: {}.', '已跳过代理：{} 使用了未知的工具：{}。'],
  ['Agent skipped: {} cannot be read.', '已跳过代理：无法读取 {}。'],
  [
    'Agent skipped: {} leads out of the project, or to a file that may hold secrets.',
    '已跳过代理：{} 指向项目之外，或指向可能含有机密的文件。',
  ],
  ['{}: without effect here: {}.', '{}：在此无效：{}。'],
  ['{}: not all of its front matter is read: {}.', '{}：前置元数据没有全部读取：{}。'],
  ['{}: coder has no {}.', '{}：coder 没有 {}。'],
  [
    '{} is not read: it leads out of the project, or to a file that may hold secrets.',
    '不读取 {}：它指向项目之外，或指向可能含有机密的文件。',
  ],
  // plugins
  ['mcp.json: server {} is left out: {}', 'mcp.json：服务器 {} 已略去：{}'],
  ['{} leads out of the plugin, to {}: it is refused', '{} 指向插件之外的 {}：已拒绝'],
  ['{} leads out of the plugin and is not used', '{} 指向插件之外，不使用'],
  ['{}: coder has no counterpart of it', '{}：coder 没有对应的功能'],
  ['{}: single files are not used, only folders', '{}：不使用单个文件，只使用文件夹'],
  ['plugin.json: the field {} is unknown and ignored', 'plugin.json：字段 {} 未知，已忽略'],
  ['plugin.json: {} is no object and ignored', 'plugin.json：{} 不是对象，已忽略'],
  ['skills leads out of the plugin: no skills are used', 'skills 指向插件之外：不使用任何技能'],
  ['skills is no folder: no skills are used', 'skills 不是文件夹：不使用任何技能'],
];

export const sayTrouble = (text: string): string => inOtherWords(`${text}`, ROWS);
