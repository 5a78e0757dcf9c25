/** Recognises tool names in agents' files, in coder's vocabulary or in that of another agent. */

import { isWithoutCounterpart, toolDoing } from '../protocol/other-agents.ts';

export type KnownTool = { tool: string } | 'all' | 'without-counterpart' | 'unknown';

/** `has`: true if coder has a tool of that name. `Bash(git:*)` counts as Bash; the rules decide which commands it may run. */
export function knownTool(written: string, has: (name: string) => boolean): KnownTool {
  const name = written.replace(/\(.*\)$/, '').trim();
  if (name === '*') return 'all';
  if (has(name)) return { tool: name };
  if (name.startsWith('mcp_')) return { tool: name }; // its server may not be known yet
  const tool = toolDoing(name);
  if (tool !== undefined) return has(tool) ? { tool } : 'without-counterpart';
  return isWithoutCounterpart(name) ? 'without-counterpart' : 'unknown';
}
