/** Names of servers' tools for the model: `mcp__server__tool`, unique and accepted by every provider. */

import { hash } from 'node:crypto';
import { serverToolName } from '../../protocol/server-names.ts';

const LONGEST = 64;
const HASH = 8;

export interface NamedTool {
  server: string;
  tool: string;
}

/** Names in the order of the tools; the same tools always get the same names. */
export function toolNames(tools: readonly NamedTool[]): string[] {
  const plain = tools.map(plainName);
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return tools.map((tool, index) => {
    const name = plain[index] ?? '';
    const isChanged = name !== serverToolName(tool.server, tool.tool);
    const isTaken = (counts.get(name) ?? 0) > 1;
    return name.length > LONGEST || (isTaken && isChanged) || (isTaken && hasTwin(tool, tools))
      ? hashed(name, tool)
      : name;
  });
}

function plainName({ server, tool }: NamedTool): string {
  return serverToolName(server, tool).replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

/** True if another tool has the same full name, split elsewhere: tool `a__b` of server `c`, and `b` of `c__a`. */
function hasTwin(tool: NamedTool, tools: readonly NamedTool[]): boolean {
  const name = serverToolName(tool.server, tool.tool);
  return tools.some((other) => other !== tool && serverToolName(other.server, other.tool) === name);
}

function hashed(name: string, { server, tool }: NamedTool): string {
  return `${name.slice(0, LONGEST - HASH - 1)}_${hash('sha256', `${server}\0${tool}`).slice(0, HASH)}`;
}
