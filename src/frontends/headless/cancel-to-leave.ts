/** Cancels the agent's work so that the process can leave; once that has ended, and a moment later, also what leaving has started. */

import { EXIT } from '../../protocol/exit-codes.ts';
import { createLeaving, type Leaving } from '../leaving.ts';
import type { RunningAgent } from './converse.ts';

/** Time for the hooks of a session's end. The sender of a signal waits two seconds in all. */
const PATIENCE_MS = 500;

/** `running` holds the agent, once there is one. */
export function cancelToLeave(running: Readonly<RunningAgent>): void {
  const cancel = () => void running.agent?.send({ type: 'cancel' });
  const cancelHooks = () => void setTimeout(cancel, PATIENCE_MS).unref();
  cancel();
  if (running.agent) void running.agent.settled().then(cancelHooks);
  else cancelHooks();
}

/** Leaves when a signal says so. `opening` is aborted first: git may be checking out a large repository, or running slow hooks. */
export function leaveBySignal(running: Readonly<RunningAgent>, opening: AbortController): Leaving {
  return createLeaving({
    begin() {
      opening.abort();
      cancelToLeave(running);
    },
    exit: (code) => process.exit(code),
    codeOf: () => EXIT.cancelled,
  });
}
