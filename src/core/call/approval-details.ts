/** Details an approval shows besides its reasons: the parts of a line, what it would destroy, what `always` would cover. */

import { saidLast } from '../../log/said-last.ts';
import { callsOf, type Message, type ToolCall } from '../../protocol/message.ts';
import type { Scope } from '../../protocol/policy.ts';
import type { ApprovalRequest } from '../../protocol/request.ts';
import type { Entry } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { meantCall } from './meant-call.ts';
import type { Proposal } from './proposal.ts';

type Details = Pick<ApprovalRequest, 'command' | 'tools' | 'parts' | 'covered' | 'radius'>;

/** How many recent commands are judged; more would keep the person waiting. */
const RECENT = 40;
/** How many messages are searched for them. */
const LOOKED_AT = 2_000;

export async function approvalDetails(
  { use, facts }: Proposal,
  scopes: readonly Scope[],
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Details> {
  const names = toolsOf(scopes, engine.tools);
  const tools = names.length > 0 ? { tools: names } : {};
  if (!use.command) return tools;
  const recent = scopes.length > 0 ? recentCommands(live.log.entries, engine.tools) : [];
  const { approvalFacts } = await import('../../policy/approval-facts.ts');
  const { parts, covered, targets } = approvalFacts(use.command, scopes, recent, facts);
  const radius = targets.length > 0 ? await engine.machine.measure(targets, signal) : undefined;
  const { line, cwd } = use.command;
  const isShell = engine.tools.get(use.tool)?.forLine !== undefined;
  return {
    ...tools,
    ...(isShell && { command: { line, ...(cwd !== engine.settings.cwd && { cwd }) } }),
    ...(parts.length > 0 && { parts }),
    ...(covered.some((lines) => lines.length > 0) && { covered }),
    ...(radius && { radius }),
  };
}

/** The tools that a scope without a pattern would cover. */
function toolsOf(scopes: readonly Scope[], tools: ReadonlyMap<string, Tool>): string[] {
  const wide = scopes.find(({ pattern }) => pattern === undefined);
  if (!wide) return [];
  return [...tools.values()].flatMap(({ name, permission }) => (permission === wide.permission ? [name] : []));
}

/** Recent command lines, newest first, each once; includes the one being asked about. */
function recentCommands(entries: readonly Entry[], tools: ReadonlyMap<string, Tool>): string[] {
  const lines = new Set<string>();
  for (const message of saidLast(entries).take(LOOKED_AT)) {
    if (lines.size >= RECENT) break;
    for (const line of commandsIn(message, tools)) lines.add(line);
  }
  return [...lines];
}

function commandsIn(message: Message, tools: ReadonlyMap<string, Tool>): string[] {
  if (message.role === 'assistant') {
    return callsOf(message.content)
      .toReversed()
      .flatMap((call) => lineOf(call, tools) ?? []);
  }
  return message.role === 'note' && message.ran ? [message.ran.line] : [];
}

function lineOf(call: ToolCall, tools: ReadonlyMap<string, Tool>): string | undefined {
  const { tool, args } = meantCall(call, [...tools.values()], tools);
  return args?.ok ? tool?.command?.(args.value)?.line : undefined;
}
