/** `/mcp`: says that this version knows no MCP servers. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'mcp',
  async run(_args, { lang }) {
    return { title: answersIn(lang).noMcp };
  },
});
