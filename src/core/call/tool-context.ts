/** What a tool gets besides its arguments: the session it may use, and the sandbox its command runs in. */

import type { Decision } from '../../protocol/policy.ts';
import type { HostClient } from '../../protocol/sandbox.ts';
import type { ToolContext } from '../../protocol/tool.ts';
import type { Engine } from '../engine.ts';
import type { AskedCall, JudgedCall } from './asked-call.ts';

export function toolContextOf({ call, context, live, engine, signal, tally }: AskedCall): ToolContext {
  const { origin, mode, model } = context;
  const changed = (paths: readonly string[]) => void tally.changed.push(...paths);
  return {
    callId: call.id,
    origin,
    signal,
    changed,
    todos: live.todos,
    loadTools: (names) => names.forEach((name) => live.loadedTools?.add(name)),
    delegate: (agent, objective) =>
      engine.delegate({ agent, objective, mode, model, changed, call: call.id }, live, signal),
    complete: async (request) => (await import('./complete.ts')).complete(request, model, live, engine, signal),
    output: (text, stream) => engine.person.emit({ type: 'call-output', callId: call.id, stream, text }),
  };
}

/** How the command is held, as policy decided. */
export function heldBy(
  { decision }: JudgedCall,
  hosts: HostClient | undefined,
  engine: Engine,
): Pick<ToolContext, 'sandbox' | 'readsGitIn'> {
  const { confinement, sockets, lend, readsGitIn } = decision;
  return {
    ...(confinement &&
      hosts && { sandbox: { confinement, hosts, ...(sockets && { sockets }), ...(lend && { lend }) } }),
    ...(readsGitIn && isHeldToReading(decision, engine) && { readsGitIn }),
  };
}

/** True for a line proved to only read, or one with only a repository's config in doubt if no person was asked about that. */
function isHeldToReading({ onlyReads, verdict }: Decision, { settings }: Engine): boolean {
  const { attended, autoApprove } = settings.approval;
  return onlyReads === true || verdict === 'allow' || !attended || autoApprove;
}
