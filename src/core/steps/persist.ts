/** Ends the turn: says why it ended and brings the session's snapshot up to date. */

import type { TurnState } from '../../protocol/turn.ts';
import type { Services } from '../services.ts';

export async function persist(state: TurnState, services: Services): Promise<TurnState> {
  const { turn, usage, error } = state;
  const reason = state.stop ?? 'answered';
  await services.session.append({ type: 'turn-end', turn, reason, usage, ...(error && { error }) });
  await services.session.save();
  services.emit({
    type: 'turn-end',
    turn,
    reason,
    usage,
    ...(error && { error }),
    ...(state.refused && { refused: true }),
  });
  return state;
}
