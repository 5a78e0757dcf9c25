/** The plot of a turn: prepare, then talk, act and verify until something stops it, then persist. */

import type { TurnState } from '../protocol/turn.ts';
import type { Services } from './services.ts';
import { chatStep } from './steps/chat-step.ts';
import { checkBudget } from './steps/check-budget.ts';
import { fitContext } from './steps/fit-context.ts';
import { nextSpeaker } from './steps/next-speaker.ts';
import { persist } from './steps/persist.ts';
import { prepareTurn, type TurnInput } from './steps/prepare-turn.ts';
import { reportChecks } from './steps/report-checks.ts';
import { steer } from './steps/steer.ts';
import { takeBaseline } from './steps/take-baseline.ts';
import { createToolLoop } from './steps/tool-loop.ts';
import { watchLoop } from './steps/watch-loop.ts';

export async function runTurn(
  input: TurnInput,
  services: Services,
  signal: AbortSignal,
  takeSteering: () => string[] = () => [],
): Promise<TurnState> {
  const toolLoop = createToolLoop();
  let state = await prepareTurn(input, services);
  while (!state.stop) {
    state = await fitContext(checkBudget(state, services), services, signal);
    if (state.stop) break;
    state = await chatStep(state, services, signal);
    state = await watchLoop(state, services, signal);
    if (state.calls.length > 0) {
      state = await takeBaseline(state, services, signal);
      state = await toolLoop(state, services, signal);
    } else state = await nextSpeaker(state, services, signal);
    state = await steer(state, takeSteering(), services);
    if (state.stop === 'answered' && state.changes.length > 0) {
      const { autoVerify } = await import('./steps/auto-verify.ts'); // not before something was changed
      state = await steer(await autoVerify(state, services, signal), takeSteering(), services);
    }
  }
  if (input.agent.kind === 'primary') await reportChecks(state, services);
  return persist(state, services);
}
