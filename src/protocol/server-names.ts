/** The names of MCP servers' tools, `mcp__github__create_issue`. */

const PREFIX = 'mcp__';
const BETWEEN = '__';

export function serverToolName(server: string, tool: string): string {
  return `${PREFIX}${server}${BETWEEN}${tool}`;
}

/** Also true for a pattern over such names, and for the name of a whole server. */
export function isServerTool(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** True for `mcp__github`, which stands for all tools of the server. */
export function isWholeServer(name: string): boolean {
  return isServerTool(name) && !name.includes(BETWEEN, PREFIX.length) && !name.endsWith('*');
}

/** The pattern that matches all tools of a server, given as `mcp__github`. */
export function toolsOfServer(server: string): string {
  return `${server}${BETWEEN}*`;
}

/** The name of the tool's server, such as `mcp__github`; `undefined` for a tool of coder. */
export function serverOf(tool: string): string | undefined {
  return /^(mcp__.+?)__/.exec(tool)?.[1];
}
