/** Which files a session's log says were changed by the tools that edit, and which commands ran. Pure. */

import { callsOf, type Message, type ToolCall } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import { meantCall } from '../call/meant-call.ts';
import type { ReadArguments } from '../call/read-arguments.ts';

/** As the calls named them. */
export function editedInLog(entries: readonly Entry[], tools: ReadonlyMap<string, Tool>): string[] {
  return [...endedCalls(entries, tools)].flatMap(({ tool, args, message }) => {
    if (tool.effect !== 'edit' || message.outcome.status !== 'ok' || !tool.paths) return [];
    if (!args.ok) return [];
    return tool
      .paths(args.value)
      .flatMap(({ path, access }) => (access === 'write' ? [path.replace(/^\.\//, '')] : []));
  });
}

export interface RanCommand {
  line: string;
  exitCode: number;
  /** Where, if not in the working directory. */
  cwd?: string;
}

/** Commands that ran to their end, in order. */
export function ranInLog(entries: readonly Entry[], tools: ReadonlyMap<string, Tool>): RanCommand[] {
  return [...endedCalls(entries, tools)].flatMap(({ tool, args, message }) => {
    const exitCode = message.outcome.result?.['exit_code'];
    if (!tool.command || typeof exitCode !== 'number') return [];
    const command = args.ok ? tool.command(args.value) : undefined;
    if (!command) return [];
    const { line, cwd } = command;
    return [{ line, exitCode, ...(cwd !== undefined && cwd !== '.' && { cwd }) }];
  });
}

interface EndedCall {
  tool: Tool;
  args: ReadArguments;
  message: Extract<Message, { role: 'tool' }>;
}

function* endedCalls(entries: readonly Entry[], tools: ReadonlyMap<string, Tool>): Generator<EndedCall> {
  const open = new Map<string, ToolCall>();
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    const { message } = entry;
    if (message.role === 'assistant') for (const call of callsOf(message.content)) open.set(call.id, call);
    if (message.role !== 'tool') continue;
    const call = open.get(message.callId);
    open.delete(message.callId);
    if (!call) continue;
    const { tool, args } = meantCall(call, tools.values(), tools);
    if (tool && args) yield { tool, args, message };
  }
}
