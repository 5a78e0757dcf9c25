/** Which rule decides about a tool of an MCP server: the longest pattern over its name, then the row for servers. */

import type { Preset } from '../protocol/policy.ts';
import type { Effect } from '../protocol/tool.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** The permission that tools of servers name. */
export const SERVERS = 'mcp';

/** A tool that is believed to read only is what reading is, where no rule speaks of servers. */
export function serverRule({ name, effect }: { name: string; effect: Effect }, { rules, mcp = {} }: Preset): Verdict {
  const matching = Object.keys(mcp)
    .filter((pattern) => matchesServerPattern(pattern, name))
    .toSorted((a, b) => b.length - a.length);
  const [longest] = matching;
  if (longest !== undefined && longest !== '*') return mcp[longest] ?? 'ask';
  if (effect === 'read') return rules['read'] ?? rules['*'] ?? 'ask';
  return mcp['*'] ?? rules[SERVERS] ?? rules['*'] ?? 'ask';
}

/** In a list of tools a server by itself stands for all of its tools too: `mcp__github`. */
export function isNamedIn(names: readonly string[], tool: string): boolean {
  if (names.includes(tool)) return true;
  if (!tool.startsWith('mcp__')) return false;
  return names.some((name) => name.startsWith('mcp__') && (matchesServerPattern(name, tool) || isServerOf(name, tool)));
}

function isServerOf(name: string, tool: string): boolean {
  return name.indexOf('__', 'mcp__'.length) < 0 && tool.startsWith(`${name}__`);
}

/** `*` at the end stands for anything: `mcp__github__*`. */
export function matchesServerPattern(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
