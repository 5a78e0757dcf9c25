/** Lists the files that edit tools changed and the commands that ran, as a fold over the log that reads only new entries. */

import { callsOf, exitCodeOf, type Message, type ToolCall } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import { meantCall } from '../call/meant-call.ts';

export interface RanCommand {
  line: string;
  exitCode: number;
  /** The folder it ran in; absent for the working folder. */
  cwd?: string;
}

export interface SessionWork {
  /** Paths as the calls named them. */
  readonly edited: ReadonlySet<string>;
  /** Commands that ran to their end, each once per exit code, newest last. */
  readonly ran: readonly RanCommand[];
}

export type ReadWork = (tools: ReadonlyMap<string, Tool>) => SessionWork;

export function createWork(entries: readonly Entry[]): ReadWork {
  const open = new Map<string, ToolCall>();
  const edited = new Set<string>();
  const ran = new Map<string, RanCommand>();
  let seen = 0;

  function take(message: Message, tools: ReadonlyMap<string, Tool>): void {
    if (message.role === 'assistant') for (const call of callsOf(message.content)) open.set(call.id, call);
    if (message.role !== 'tool') return;
    const call = open.get(message.callId);
    open.delete(message.callId);
    if (!call) return;
    const { tool, args } = meantCall(call, [...tools.values()], tools);
    if (!tool || !args?.ok) return;
    if (tool.effect === 'edit' && message.outcome.status === 'ok')
      for (const { path, access } of tool.paths?.(args.value) ?? [])
        if (access === 'write') edited.add(path.replace(/^\.\//, ''));
    const exitCode = exitCodeOf(message.outcome);
    const command = exitCode === undefined ? undefined : tool.command?.(args.value);
    if (command && exitCode !== undefined) addCommand({ line: command.line, exitCode, cwd: command.cwd });
  }

  function addCommand({ line, exitCode, cwd }: RanCommand & { cwd: string | undefined }): void {
    const elsewhere = cwd !== undefined && cwd !== '.' ? { cwd } : {};
    const key = JSON.stringify([line, exitCode, elsewhere]);
    ran.delete(key);
    ran.set(key, { line, exitCode, ...elsewhere });
  }

  return (tools) => {
    for (; seen < entries.length; seen++) {
      const entry = entries[seen];
      if (entry?.type === 'message') take(entry.message, tools);
    }
    return { edited, ran: [...ran.values()] };
  };
}
