/** Delivers what the person said while the turn ran, before the next model call. */

import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
import type { Services } from '../services.ts';

export async function steer(state: TurnState, texts: readonly string[], services: Services): Promise<TurnState> {
  for (const text of texts) await record(state, { role: 'user', content: [{ type: 'text', text }] }, services);
  if (texts.length > 0 && state.stop === 'answered') return { ...state, stop: undefined }; // the answer came before the word
  return state;
}
