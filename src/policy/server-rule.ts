/** Which rule decides about a tool of an MCP server: the longest pattern that matches its name, then the rule for servers. */

import { SERVERS } from '../protocol/permission.ts';
import type { Preset } from '../protocol/policy.ts';
import { isServerTool, isWholeServer, toolsOfServer } from '../protocol/server-names.ts';
import type { Effect } from '../protocol/tool.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** The verdict for a server tool. A tool trusted to only read counts as reading, if no specific rule matches it. */
export function serverRule({ name, effect }: { name: string; effect: Effect }, { rules, mcp = {} }: Preset): Verdict {
  const matching = Object.keys(mcp)
    .filter((pattern) => matchesServerPattern(pattern, name))
    .toSorted((a, b) => b.length - a.length);
  const [longest] = matching;
  if (longest !== undefined && longest !== '*') return mcp[longest] ?? 'ask';
  if (effect === 'read') return rules['read'] ?? rules['*'] ?? 'ask';
  return mcp['*'] ?? rules[SERVERS] ?? rules['*'] ?? 'ask';
}

/** True if the list names the tool; a server's name alone, such as `mcp__github`, stands for all of its tools. */
export function isNamedIn(names: readonly string[], tool: string): boolean {
  if (names.includes(tool)) return true;
  if (!isServerTool(tool)) return false;
  const patterns = names.filter(isServerTool).map((name) => (isWholeServer(name) ? toolsOfServer(name) : name));
  return patterns.some((pattern) => matchesServerPattern(pattern, tool));
}

/** A trailing `*` matches anything: `mcp__github__*`. */
export function matchesServerPattern(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
