/** `/help`: one command a line, custom ones too, then how input works. */

import type { Block } from '../protocol/view.ts';
import { inLanguage } from './answers/answers.ts';
import { defineCommand } from './command.ts';

export const INPUT_RULES = [
  'Enter sends; Ctrl+J, Shift+Enter or a trailing \\ makes a new line',
  'a paste of several lines shows as [copy N lines] and is sent whole',
  'Tab on an empty line switches between plan and the last other mode',
  'Up and Down walk through what you sent, Ctrl+R searches it',
  'Esc and Ctrl+C clear the line, or cancel what runs; Ctrl+C on an empty line, Ctrl+C twice and Ctrl+D leave',
  '! COMMAND runs a shell command, @path names a file',
];

export default defineCommand({
  name: 'help',
  async run(_args, { rows: builtIn, mode, custom, say }) {
    const { commands, problems } = await custom();
    const own = commands.map(({ name, description, origin }) => ({
      usage: `/${name}`,
      summary: `${description} (${origin === 'project' ? '.coder/commands' : '~/.coder/commands'})`,
    }));
    const switches = mode.all.map(({ name, summary }) => ({ usage: `/${name}`, summary }));
    const rows = [...builtIn, ...switches, ...own];
    const lines = rows.map(({ usage, summary }) => ({ usage, summary: inLanguage(summary, say) }));
    const width = Math.max(...rows.map(({ usage }) => usage.length));
    const body: Block[] = [
      { type: 'list', items: lines.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`) },
      { type: 'text', text: say.input },
      { type: 'list', items: INPUT_RULES.map((rule) => inLanguage(rule, say)) },
    ];
    if (problems.length > 0) body.push({ type: 'text', text: say.leftOut }, { type: 'list', items: [...problems] });
    return { title: say.commands, body };
  },
});
