/** What an approval shows besides its reasons: the parts of a line, what it would destroy, what `always` would cover. */

import { approvalFacts } from '../policy/approval-facts.ts';
import type { Scope } from '../protocol/policy.ts';
import type { ApprovalRequest } from '../protocol/request.ts';
import type { Entry } from '../protocol/session.ts';
import type { Tool } from '../protocol/tool.ts';
import type { Proposal } from './approve.ts';
import { readArguments } from './read-arguments.ts';
import type { Services } from './services.ts';

type Details = Pick<ApprovalRequest, 'parts' | 'covered' | 'radius'>;

/** More would take longer to judge than a person should wait. */
const RECENT = 40;

export async function approvalDetails(
  { use, facts }: Proposal,
  scopes: readonly Scope[],
  services: Services,
  signal: AbortSignal,
): Promise<Details> {
  if (!use.command) return {};
  const recent = scopes.length > 0 ? recentCommands(services.session.entries, services.tools) : [];
  const { parts, covered, targets } = approvalFacts(use.command, scopes, recent, facts);
  const radius = targets.length > 0 ? await services.blastRadius?.(targets, signal) : undefined;
  return {
    ...(parts.length > 0 && { parts }),
    ...(covered.some((lines) => lines.length > 0) && { covered }),
    ...(radius && { radius }),
  };
}

/** The newest first, each once. The one that is asked about is among them. */
function recentCommands(entries: readonly Entry[], tools: ReadonlyMap<string, Tool>): string[] {
  const lines = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (lines.size >= RECENT) break;
    if (entry.type !== 'message') continue;
    const { message } = entry;
    if (message.role === 'assistant') {
      for (const part of message.content.toReversed()) {
        const tool = part.type === 'call' ? tools.get(part.call.name) : undefined;
        if (part.type !== 'call' || !tool?.command) continue;
        const args = readArguments(part.call, tool);
        const line = args.ok ? tool.command(args.value)?.line : undefined;
        if (line !== undefined) lines.add(line);
      }
    } else if (message.role === 'note' && message.text.startsWith('$ ')) {
      lines.add(message.text.slice(2).split('\n')[0] ?? '');
    }
  }
  return [...lines];
}
