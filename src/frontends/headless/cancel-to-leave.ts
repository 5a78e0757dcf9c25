/** Ends what an agent does so that the process can leave: at once, and after a moment also what is run because it leaves. */

import type { AgentHandle } from '../../protocol/agent.ts';

/** For the hooks of a session's end. Whoever sent a signal waits two seconds in all. */
const PATIENCE_MS = 500;

/** `running`: where the agent is, once there is one. */
export function cancelToLeave(running: { readonly agent?: Pick<AgentHandle, 'send'> }): void {
  const cancel = () => void running.agent?.send({ type: 'cancel' });
  cancel();
  setTimeout(cancel, PATIENCE_MS).unref();
}
