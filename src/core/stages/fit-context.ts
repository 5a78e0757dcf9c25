/** Checks the size of the context before each model call, and makes room when it gets tight. */

import { addUsage } from '../../protocol/message.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { TurnState } from '../turn-state.ts';

/** Share of the model's limit. */
const TIGHT = 0.7;

/** Costs almost nothing while there is room: only new log entries are estimated. */
export async function fitContext(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  if (state.stop || live.outgoing.load() < engine.models.window(state.fixed.model) * TIGHT) return state;
  return (await makeRoomFor('full', state, live, engine, signal)).state;
}

/** Makes room once after the provider reported an overflow, whatever was estimated. */
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
  const report = await makeRoom({ model: state.fixed.model, why }, live, engine, signal);
  if (report.status !== 'done') return { state, shrunk: false };
  return { state: { ...state, usage: addUsage(state.usage, report.usage) }, shrunk: true };
}
