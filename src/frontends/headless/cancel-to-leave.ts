/** Cancels the agent's work so that the process can leave; a moment later, also the work that leaving has started. */

import type { AgentHandle } from '../../protocol/agent.ts';

/** Time for the hooks of a session's end. The sender of a signal waits two seconds in all. */
const PATIENCE_MS = 500;

/** `running` holds the agent, once there is one. */
export function cancelToLeave(running: { readonly agent?: Pick<AgentHandle, 'send'> }): void {
  const cancel = () => void running.agent?.send({ type: 'cancel' });
  cancel();
  setTimeout(cancel, PATIENCE_MS).unref();
}
