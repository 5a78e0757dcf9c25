/** Before each model call: a look at the size, and room made where it gets tight. */

import { addUsage } from '../../protocol/message.ts';
import type { TurnState } from '../../protocol/turn.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';

/** Of the model's limit. */
const TIGHT = 0.7;

/** Costs next to nothing while there is room: what is new in the log is estimated, nothing else is looked at. */
export async function fitContext(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  if (state.stop || live.outgoing.load() < engine.models.window(state.model) * TIGHT) return state;
  return (await makeRoomFor('full', state, live, engine, signal)).state;
}

/** The provider says that it is too much: room is made once, whatever was estimated. */
export async function shrinkContext(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<{ state: TurnState; shrunk: boolean }> {
  return makeRoomFor('overflow', state, live, engine, signal);
}

async function makeRoomFor(
  why: 'full' | 'overflow',
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
) {
  const { makeRoom } = await import('../compaction.ts'); // most sessions never get here
  const report = await makeRoom({ model: state.model, why }, live, engine, signal);
  if (report.status !== 'done') return { state, shrunk: false };
  return { state: { ...state, usage: addUsage(state.usage, report.usage) }, shrunk: true };
}
