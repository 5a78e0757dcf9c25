/** Finds which tool a call means, and with which arguments: what policy judges, the person approves and the tool runs. */

import type { ToolCall } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';
import { type ReadArguments, readArguments } from './read-arguments.ts';

export interface MeantCall {
  /** The tool's name here; as the model wrote it if there is no such tool. */
  name: string;
  /** Absent if no enabled tool has that name. */
  tool?: Tool;
  args?: ReadArguments;
}

/** `known` holds all tools, whether on or off in this mode. */
export function meantCall(call: ToolCall, tools: readonly Tool[], known: ReadonlyMap<string, Tool>): MeantCall {
  const name = nameOf(call, tools, known);
  const tool = named(name, tools);
  if (!tool) return { name };
  const args = readArguments(call, tool);
  const other = args.ok ? tool.passOn?.(args.value) : undefined;
  if (!other) return { name, tool, args };
  const target = named(other.tool, tools);
  if (!target) return { name: other.tool };
  return { name: other.tool, tool: target, args: { ok: true, value: other.args } };
}

/** Finds the tool alone; reads the arguments only if the tool may pass the call on to another. */
export function meantTool(call: ToolCall, tools: readonly Tool[], known: ReadonlyMap<string, Tool>): Tool | undefined {
  const tool = named(nameOf(call, tools, known), tools);
  return tool?.passOn ? meantCall(call, tools, known).tool : tool;
}

function nameOf({ name }: ToolCall, tools: readonly Tool[], known: ReadonlyMap<string, Tool>): string {
  if (known.has(name) || named(name, tools)) return name; // even if it is off: the name does not mean another tool
  return toolName(name, tools) ?? toolName(name, [...known.values()]) ?? name;
}

function named(name: string, tools: readonly Tool[]): Tool | undefined {
  return tools.findLast((tool) => tool.name === name);
}

/** Matches regardless of case and punctuation, or by a name that other agents use. */
function toolName(written: string, tools: readonly Tool[]): string | undefined {
  const wanted = plain(written);
  for (const { name } of tools) if (plain(name) === wanted) return name;
  return tools.find((tool) => tool.alsoCalled?.().some((other) => plain(other) === wanted))?.name;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^functions[._]/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}
