/**
 * Connects MCP servers to the rest: they end with the machine, `@server:uri` attaches their resources, `/server:prompt` uses their prompts.
 */

import type { Machine } from '../../core/engine.ts';
import type { CommandResult } from '../../protocol/command.ts';
import { type Fault, faultLines } from '../../protocol/fault.ts';
import { parseMentions } from '../../protocol/mentions.ts';
import type { Part } from '../../protocol/message.ts';
import type { ServerControl } from '../../protocol/servers.ts';
import { type FaultWords, saidIn } from '../../words/fault.ts';
import { mayHaveServers } from './may-have-servers.ts';
import type { AppServersOptions } from './servers.ts';

/** Loads nothing if no server is configured. */
export async function serversOf(options: AppServersOptions): Promise<ServerControl | undefined> {
  const { app, options: given } = options.run;
  if (!mayHaveServers(app, given.cwd)) return undefined;
  const { createAppServers } = await import('./servers.ts');
  const servers = createAppServers(options);
  if (options.attended) void servers.ready(new AbortController().signal); // asks new servers what they offer while the person types
  return servers;
}

export function withServers(machine: Machine, servers: ServerControl | undefined): Machine {
  if (!servers) return machine;
  return {
    ...machine,
    async attach(text, signal) {
      const parts: Part[] = [];
      const problems: Fault[] = [];
      let rest = text;
      for (const { path, lines, start, end } of parseMentions(text).toReversed()) {
        const name = lines === undefined ? path : `${path}:${lines.from}`;
        const found = await servers.resource(name, signal);
        if (!found) continue;
        rest = rest.slice(0, start) + rest.slice(end);
        if ('problem' in found) problems.unshift(found.problem);
        else parts.unshift(...found.parts);
      }
      if (problems.length > 0) return { ok: false, error: faultLines(problems) };
      const attached = await machine.attach(rest, signal);
      return attached.ok ? { ok: true, parts: [...attached.parts, ...parts] } : attached;
    },
    async close() {
      await servers.close();
      await machine.close();
    },
  };
}

export async function promptOf(
  name: string,
  args: string,
  signal: AbortSignal,
  servers: ServerControl | undefined,
  faults: FaultWords,
): Promise<CommandResult | undefined> {
  const found = name.includes(':') ? await servers?.prompt(name, args, signal) : undefined;
  if (!found) return undefined;
  return 'problem' in found
    ? { problem: { title: saidIn(found.problem, faults) } }
    : { pieces: [{ told: found.text }] };
}
