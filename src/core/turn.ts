/** The plot of a turn: prepare, then talk and act until something stops it, then persist. */

import type { TurnState } from '../protocol/turn.ts';
import type { Services } from './services.ts';
import { chatStep } from './steps/chat-step.ts';
import { persist } from './steps/persist.ts';
import type { TurnInput } from './steps/prepare-turn.ts';
import { prepareTurn } from './steps/prepare-turn.ts';
import { steer } from './steps/steer.ts';
import { toolLoop } from './steps/tool-loop.ts';

export async function runTurn(
  input: TurnInput,
  services: Services,
  signal: AbortSignal,
  takeSteering: () => string[] = () => [],
): Promise<TurnState> {
  let state = await prepareTurn(input, services);
  while (!state.stop) {
    state = await chatStep(state, services, signal);
    if (state.calls.length > 0) state = await toolLoop(state, services, signal);
    else state = { ...state, stop: state.stop ?? 'answered' };
    state = await steer(state, takeSteering(), services);
  }
  return persist(state, services);
}
