/** The signature of a turn's stages: each takes the state and returns the next. Most need only the first few arguments. */

import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { TurnState } from '../turn-state.ts';

export type Stage = (
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
  steering: Steering,
) => TurnState | Promise<TurnState>;

/** Removes and returns what the person said since the last call. */
export type Steering = () => string[];
