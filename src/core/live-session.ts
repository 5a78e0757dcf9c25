/** Everything that belongs to one session only: `/new` and `/resume` replace it as a whole, and a sub-agent has its own. */

import type { Outgoing } from '../context/outgoing.ts';
import type { Facts, Grant, Preset, Scope } from '../protocol/policy.ts';
import type { Session } from '../protocol/session.ts';
import type { TodoStore } from '../protocol/tool.ts';
import type { Checkpoint, UndoControl } from '../protocol/undo.ts';
import type { Meter } from './meter.ts';
import type { Baseline } from './turn-state.ts';
import type { ReadWork } from './verify/session-work.ts';

export interface LiveSession {
  readonly log: Session;
  /** What the next request would contain. */
  readonly outgoing: Outgoing;
  /** The work the session has done so far. */
  readonly work: ReadWork;
  /** The session's spending, including its sub-agents. */
  readonly meter: Meter;
  readonly rules: Rules;
  /** Called around every call that may change files. */
  readonly checkpoint: Checkpoint;
  /** The file changes of past turns, for `/undo`, `/redo` and `/diff`. */
  readonly files: UndoControl;
  readonly todos: TodoStore;
  /** Results of checks, keyed by the state of the workspace they ran on. */
  readonly baselines: Map<string, Baseline>;
  readonly checks: CheckMemory;
  /** Deferred tools whose definitions are sent, in the order they were looked up. */
  readonly loadedTools?: Set<string>;
  /** Ids of ended jobs that the model already knows about. */
  readonly endedJobs: Set<string>;
}

/** State that coder's own checks depend on. */
interface CheckMemory {
  /** Check commands the person agreed to, each with the content of what it runs. */
  readonly agreed: Set<string>;
  /** Files changed by turns, including those of sub-agents; relative paths. */
  readonly edited: Set<string>;
}

/** Rules and grants that decide about calls, besides the calls themselves. */
export interface Rules {
  facts(preset: Preset): Facts;
  remember(grant: Grant): Promise<void>;
  /** Resolves to the number of revoked grants. */
  revoke(scope: Scope): Promise<number>;
}

export async function closeSession({ checkpoint, log }: LiveSession): Promise<void> {
  await checkpoint.settled();
  checkpoint.close();
  await log.close();
}
