/** `/help`: lists the commands, custom ones included, one per line, then explains how input works. */

import type { Block } from '../protocol/view.ts';
import { saidIn } from '../words/fault.ts';
import { defineCommand, withoutReplaced } from './command.ts';
import { summaryOf } from './mode-summary.ts';

export default defineCommand({
  name: 'help',
  words: {
    en: {
      inputRules: [
        'Enter sends; Ctrl+J, Shift+Enter or a trailing \\ makes a new line',
        'a paste of several lines shows as [copy N lines] and is sent in full',
        'Tab on an empty line switches between plan and the last other mode',
        'Up and Down step through what you sent, Ctrl+R searches it',
        'Ctrl+O shows the last shortened output in full',
        'Esc cancels what runs, or else clears the line; Ctrl+C clears the line first',
        'Ctrl+C on an empty line, Ctrl+C twice and Ctrl+D leave',
        '! COMMAND runs a shell command, @path names a file',
      ],
      sameAs: (command: string) => `same as ${command}`,
      input: 'Input',
      leftOut: 'Left out',
    },
    'zh-CN': {
      inputRules: [
        'Enter 发送；Ctrl+J、Shift+Enter 或行尾的 \\ 换行',
        '多行粘贴显示为 [copy N lines]，发送完整内容',
        '空行按 Tab 在 plan 与之前的模式之间切换',
        '↑ 和 ↓ 浏览已发送的内容，Ctrl+R 搜索',
        'Ctrl+O 完整显示上次被缩短的内容',
        'Esc 取消正在运行的内容，否则清空输入；Ctrl+C 先清空输入',
        '空行按 Ctrl+C 或 Ctrl+D、连按两次 Ctrl+C 退出',
        '! 命令 运行 shell 命令，@路径 引用文件',
      ],
      sameAs: (command) => `同 ${command}`,
      input: '输入',
      leftOut: '未采用',
    },
  },
  async run(_args, { setup, mode, extensions }, say) {
    const { commands, problems } = await extensions.custom();
    const { commands: builtIn, aliases } = await setup.builtIn();
    const aliasesOf = (name: string) =>
      Object.keys(aliases)
        .filter((alias) => aliases[alias] === name && !commands.some((command) => command.name === alias))
        .map((alias) => ({ usage: `/${alias}`, summary: say.sameAs(`/${name}`) }));
    const own = commands.map(({ name, description, hint, path }) => ({
      usage: hint === undefined ? `/${name}` : `/${name} ${hint}`,
      summary: `${description} (${path})`,
    }));
    const rows = [
      ...withoutReplaced(builtIn, commands).flatMap(({ name, usage, summary }) => [
        { usage, summary: summary[say.language] },
        ...aliasesOf(name),
      ]),
      ...mode.all.map((each) => ({ usage: `/${each.name}`, summary: summaryOf(each, say) })),
      ...own,
    ];
    const width = Math.max(...rows.map(({ usage }) => usage.length));
    const body: Block[] = [
      { type: 'list', items: rows.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`) },
      { type: 'text', text: say.input },
      { type: 'list', items: [...say.inputRules] },
    ];
    if (problems.length > 0)
      body.push(
        { type: 'text', text: say.leftOut },
        { type: 'list', items: problems.map((problem) => saidIn(problem, say.faults)) },
      );
    return { title: say.commands, body };
  },
});
