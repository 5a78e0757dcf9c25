/** Cancels the agent's work so that the process can leave; once that has ended, and a moment later, also what leaving has started. */

import type { AgentHandle } from '../../protocol/agent.ts';

/** Time for the hooks of a session's end. The sender of a signal waits two seconds in all. */
const PATIENCE_MS = 500;

/** `running` holds the agent, once there is one. */
export function cancelToLeave(running: { readonly agent?: Pick<AgentHandle, 'send' | 'settled'> }): void {
  const cancel = () => void running.agent?.send({ type: 'cancel' });
  const cancelHooks = () => void setTimeout(cancel, PATIENCE_MS).unref();
  cancel();
  if (running.agent) void running.agent.settled().then(cancelHooks);
  else cancelHooks();
}
