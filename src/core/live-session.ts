/** All that belongs to one session and no other: `/new` and `/resume` replace it as a whole, a sub-agent has its own. */

import type { Outgoing } from '../context/outgoing.ts';
import type { Facts, Grant, Preset, Scope } from '../protocol/policy.ts';
import type { Session } from '../protocol/session.ts';
import type { TodoStore } from '../protocol/tool.ts';
import type { Baseline } from '../protocol/turn.ts';
import type { Checkpoint, UndoControl } from '../protocol/undo.ts';
import type { Meter } from './meter.ts';
import type { ReadWork } from './verify/session-work.ts';

export interface LiveSession {
  readonly log: Session;
  /** What the next request would hold. */
  readonly outgoing: Outgoing;
  /** What it did so far. */
  readonly work: ReadWork;
  /** What the session spends, its sub-agents included. */
  readonly meter: Meter;
  readonly rules: Rules;
  /** Told around every call that may change files. */
  readonly checkpoint: Checkpoint;
  /** What turns did to files, for `/undo`, `/redo` and `/diff`. */
  readonly files: UndoControl;
  readonly todos: TodoStore;
  /** What checks said about which state of the workspace. */
  readonly baselines: Map<string, Baseline>;
  readonly checks: CheckMemory;
  /** Deferred tools whose definitions are sent, in the order in which they were looked up. */
  readonly loadedTools?: Set<string>;
  /** Jobs that the model knows to have ended. */
  readonly endedJobs: Set<string>;
}

/** What the session's own checks depend on. */
interface CheckMemory {
  /** Lines, with the content of what they run, that the person agreed to. */
  readonly agreed: Set<string>;
  /** Files that turns changed, those of sub-agents included; relative. */
  readonly edited: Set<string>;
}

/** What decides about calls besides the calls themselves. */
export interface Rules {
  facts(preset: Preset): Facts;
  remember(grant: Grant): Promise<void>;
  /** How many grants were revoked. */
  revoke(scope: Scope): Promise<number>;
}

export async function closeSession({ checkpoint, log }: LiveSession): Promise<void> {
  await checkpoint.settled();
  checkpoint.close();
  await log.close();
}
