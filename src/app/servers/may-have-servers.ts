/** Tells whether there may be an MCP server; if not, no server code is loaded. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppSettings } from '../load-app-settings.ts';

export function mayHaveServers({ serverFiles, plugins }: AppSettings, cwd: string): boolean {
  if (plugins.current.some(({ servers }) => servers.length > 0)) return true;
  return serverFiles.length > 0 || existsSync(join(cwd, '.mcp.json'));
}
