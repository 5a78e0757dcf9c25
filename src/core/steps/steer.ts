/** Delivers what the person said while the turn ran, before the next model call. */

import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
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
  for (const text of texts) await record(state, { role: 'user', content: [{ type: 'text', text }] }, live, engine);
  if (texts.length > 0 && state.stop === 'answered') return { ...state, stop: undefined }; // the answer came before the word
  return state;
}
