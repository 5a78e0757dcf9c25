/** `/mcp`: says that this version knows no MCP servers. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'mcp',
  async run() {
    return { title: 'This version of coder connects to no MCP servers. /tools lists the tools there are.' };
  },
});
