/** `/mcp`: says that this version knows no MCP servers. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'mcp',
  async run(_args, { say }) {
    return { title: say.noMcp };
  },
});
