/** Delivers what the person said while the turn ran, before the next model call. */

import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../record.ts';
import type { Services } from '../services.ts';

export async function steer(state: TurnState, texts: readonly string[], services: Services): Promise<TurnState> {
  let next = state;
  for (const text of texts) next = await record(next, { role: 'user', content: [{ type: 'text', text }] }, services);
  if (texts.length > 0 && next.stop === 'answered') return { ...next, stop: undefined }; // the answer came before the word
  return next;
}
