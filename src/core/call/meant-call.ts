/** Which tool a call means, and with which arguments: what policy judges, the person approves and the tool runs. */

import type { ToolCall } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';
import { type ReadArguments, readArguments } from './read-arguments.ts';

export interface MeantCall {
  /** The name here; as the model wrote it if there is no such tool. */
  name: string;
  /** Absent: there is none of that name among those that are on. */
  tool?: Tool;
  args?: ReadArguments;
}

/** `known`: all tools there are, whether on or off in this mode. */
export function meantCall(call: ToolCall, tools: Iterable<Tool>, known: ReadonlyMap<string, Tool>): MeantCall {
  const on = new Map([...tools].map((tool) => [tool.name, tool]));
  const exact = on.has(call.name) || known.has(call.name) ? call.name : undefined; // also one that is off: another is not meant by it
  const name = exact ?? toolName(call.name, on) ?? toolName(call.name, known) ?? call.name;
  const tool = on.get(name);
  if (!tool) return { name };
  const args = readArguments(call, tool);
  const other = args.ok ? tool.passOn?.(args.value) : undefined;
  if (!other) return { name, tool, args };
  const target = on.get(other.tool);
  if (!target) return { name: other.tool };
  return { name: other.tool, tool: target, args: { ok: true, value: other.args } };
}

/** Without regard to case and punctuation, or by a name that other agents give it. */
function toolName(written: string, tools: ReadonlyMap<string, Tool>): string | undefined {
  const wanted = plain(written);
  for (const { name } of tools.values()) if (plain(name) === wanted) return name;
  for (const { name, alsoCalled } of tools.values()) {
    if (alsoCalled?.some((other) => plain(other) === wanted)) return name;
  }
  return undefined;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^functions[._]/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}
