/** What a call does, as its tool declares it: for a front end that describes calls, running or stored, to another program. */

import { parse } from '../../base/schema.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Effect, Tool } from '../../protocol/tool.ts';
import type { AgentOptions } from '../agent-options.ts';

export interface CallFacts {
  /** The tool's own name, whichever name the model used. */
  name: string;
  effect: Effect;
  /** The files it touches, as the call names them. */
  paths: readonly string[];
  /** The exact shell line. Absent if the call is not a command. */
  line?: string;
}

/** `undefined` if there is no such tool. */
export type FactsOf = (call: ToolCall) => CallFacts | undefined;

/** `factsOf` knows the tools of the agent that is built with `options`. */
export function withCallFacts(given: AgentOptions): { options: AgentOptions; factsOf: FactsOf } {
  const tools = new Map<string, Tool>();
  const adaptTool = (tool: Tool) => {
    const adapted = given.adaptTool?.(tool) ?? tool;
    tools.set(adapted.name, adapted);
    return adapted;
  };
  return { options: { ...given, adaptTool }, factsOf: (call) => factsIn(tools, call) };
}

function factsIn(tools: ReadonlyMap<string, Tool>, { name, arguments: json }: ToolCall): CallFacts | undefined {
  const tool = tools.get(name) ?? tools.values().find((one) => one.alsoCalled?.().includes(name));
  if (!tool) return undefined;
  const args = parse(tool.input, JSON.parse(json)); // read again: a tool may remember what it was asked about the arguments of a call
  const line = args.ok ? tool.command?.(args.value)?.line : undefined;
  return {
    name: tool.name,
    effect: tool.effect,
    paths: args.ok ? (tool.paths?.(args.value) ?? []).map(({ path }) => path) : [],
    ...(line !== undefined && { line }),
  };
}
