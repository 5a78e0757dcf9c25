/** Delivers what happened while the turn ran, before the next model call: what the person said, jobs that ended. */

import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
import { tellEnded } from '../ended-jobs.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { Steering } from './step.ts';

export async function steer(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  _signal: AbortSignal,
  steering: Steering,
): Promise<TurnState> {
  const texts = steering();
  if (state.stop) await tellEnded(state, live, engine); // while it goes on, results tell it
  for (const text of texts) {
    await record(state, { role: 'user', said: 'while-working', content: [{ type: 'text', text }] }, live, engine);
  }
  if (texts.length > 0 && state.stop === 'answered') return { ...state, stop: undefined }; // the answer came before the word
  return state;
}
