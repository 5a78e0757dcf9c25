/** The engine as a front end sees it: ops in, events out, nothing else. */

import type { Stamped } from './event.ts';
import type { Op } from './op.ts';

export interface AgentHandle {
  /** Resolves when the op has been dealt with entirely; for a submit, when its turn has ended. */
  send(op: Op): Promise<void>;
  /** Resolves when everything submitted has been done. */
  settled(): Promise<void>;
}

export type Emit = (event: Stamped) => void;
