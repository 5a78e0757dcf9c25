/** `/help`: one command a line, those of one's own too, then how input works. */

import { defineCommand } from '../protocol/command.ts';
import type { Block } from '../protocol/view.ts';
import { answersIn, inLanguage } from './answers/answers.ts';
import { COMMAND_ROWS } from './rows.ts';

export const INPUT_RULES = [
  'Enter sends; Ctrl+J, Shift+Enter or a trailing \\ makes a new line',
  'a paste of several lines shows as [copy N lines] and is sent whole',
  'Tab on an empty line switches between plan and the last other mode',
  'Up and Down walk through what you sent, Ctrl+R searches it',
  'Esc clears the line, or cancels what runs; Ctrl+C leaves at once, Ctrl+D on an empty line',
  '! COMMAND runs a shell command, @path names a file',
];

export default defineCommand({
  name: 'help',
  async run(_args, { modes, around, lang }) {
    const say = answersIn(lang);
    const { commands, problems } = await around.customCommands();
    const own = commands.map(({ name, description, origin }) => ({
      usage: `/${name}`,
      summary: `${description} (${origin === 'project' ? '.coder/commands' : '~/.coder/commands'})`,
    }));
    const switches = modes.map(({ name, summary }) => ({ usage: `/${name}`, summary }));
    const rows = [...COMMAND_ROWS, ...switches, ...own];
    const lines = rows.map(({ usage, summary }) => ({ usage, summary: inLanguage(summary, lang) }));
    const width = Math.max(...rows.map(({ usage }) => usage.length));
    const body: Block[] = [
      { type: 'list', items: lines.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`) },
      { type: 'text', text: say.input },
      { type: 'list', items: INPUT_RULES.map((rule) => inLanguage(rule, lang)) },
    ];
    if (problems.length > 0) body.push({ type: 'text', text: say.leftOut }, { type: 'list', items: [...problems] });
    return { title: say.commands, body };
  },
});
