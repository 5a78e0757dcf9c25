/** A call as policy sees it: its use, with paths resolved, and the facts that decide besides it. */

import type { Facts, Preset, Use } from '../../protocol/policy.ts';
import type { Tool, ToolCommand } from '../../protocol/tool.ts';
import type { Engine } from '../engine.ts';
import type { AskedCall, CallContext } from './asked-call.ts';

export async function useOf(tool: Tool, args: unknown, context: CallContext, engine: Engine): Promise<Use> {
  const named = tool.paths?.(args) ?? [];
  if (tool.command || (tool.paths && named.length === 0)) await engine.machine.resolve('.'); // reports a missing working folder
  const paths = await Promise.all(
    named.map(async ({ path, access }) => ({ ...(await engine.machine.resolve(path)), shown: path, access })),
  );
  const command = tool.command?.(args);
  const url = tool.url?.(args);
  return {
    tool: tool.name,
    permission: command?.permission ?? tool.permission,
    effect: tool.effect,
    paths,
    origin: context.origin,
    ...(context.agreed && { agreed: true }),
    ...(command && { command: usedCommand(command, await folderOf(command.cwd, engine)) }),
    ...(url && { host: { ...(await engine.machine.reach(url)), ...(tool.sends?.(args) && { sends: true }) } }),
  };
}

function usedCommand({ line, interactive, outside, lend, typedAt }: ToolCommand, cwd: string): Use['command'] {
  return {
    line,
    cwd,
    ...(interactive && { interactive: true }),
    ...(outside !== undefined && { outside }),
    ...(lend && { lend }),
    ...(typedAt !== undefined && { typedAt }),
  };
}

async function folderOf(cwd: string | undefined, engine: Engine): Promise<string> {
  return cwd === undefined ? engine.settings.cwd : (await engine.machine.resolve(cwd)).path;
}

/** Adds facts about where a command would run, which are only known once that is probed. */
export async function factsFor(use: Use, preset: Preset, { context, live, engine }: AskedCall): Promise<Facts> {
  const facts = live.rules.facts(preset);
  if (!use.command) return facts;
  const sandbox = await engine.machine.sandbox.status();
  const { onlyReads, network } = context.mode;
  return { ...facts, ...(sandbox && { sandbox }), ...(onlyReads && { onlyReads }), ...(network && { network }) };
}

/** The real paths that a call writes. */
export function writtenBy({ paths }: Use): string[] {
  return paths.filter(({ access }) => access === 'write').map(({ path }) => path);
}
