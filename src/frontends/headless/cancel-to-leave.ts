/** Cancels the agent's work so that the process can leave; a moment later, also the work that leaving has started. */

import { EXIT } from '../../protocol/exit-codes.ts';
import { createLeaving, type Leaving } from '../leaving.ts';
import type { RunningAgent } from './converse.ts';

/** Time for the hooks of a session's end. The sender of a signal waits two seconds in all. */
const PATIENCE_MS = 500;

export function cancelToLeave(running: Readonly<RunningAgent>): void {
  const cancel = () => void running.agent?.send({ type: 'cancel' });
  cancel();
  setTimeout(cancel, PATIENCE_MS).unref();
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
