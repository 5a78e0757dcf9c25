/** `/help`: one command a line, then how input works. */

import { defineCommand } from '../protocol/command.ts';
import { COMMAND_ROWS } from './rows.ts';

const INPUT_RULES = [
  'Enter sends; Ctrl+J, Shift+Enter or a trailing \\ makes a new line',
  'a paste of several lines shows as [copy N lines] and is sent whole',
  'Tab on an empty line switches between plan and the last other mode',
  'Up and Down walk through what you sent, Ctrl+R searches it',
  'Esc clears the line, or cancels what runs; Ctrl+C or Ctrl+D on an empty line leaves',
  '! COMMAND runs a shell command, @path names a file',
];

export default defineCommand({
  name: 'help',
  async run(_args, { modes }) {
    const width = Math.max(...COMMAND_ROWS.map(({ usage }) => usage.length));
    const rows = COMMAND_ROWS.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`);
    const switches = modes.map(({ name, summary }) => `${`/${name}`.padEnd(width)}  ${summary}`);
    return {
      title: 'Commands',
      body: [
        { type: 'list', items: [...rows, ...switches, `${'/exit'.padEnd(width)}  leave`] },
        { type: 'text', text: 'Input' },
        { type: 'list', items: INPUT_RULES },
      ],
    };
  },
});
