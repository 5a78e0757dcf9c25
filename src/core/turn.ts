/** The plot of a turn: prepare, then talk, act and verify until something stops it, then persist. */

import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import type { TurnInput } from './open-turn.ts';
import { chatStep } from './stages/chat-step.ts';
import { checkBudget } from './stages/check-budget.ts';
import { fitContext } from './stages/fit-context.ts';
import { nextSpeaker } from './stages/next-speaker.ts';
import { persist } from './stages/persist.ts';
import { prepareTurn } from './stages/prepare-turn.ts';
import { refreshTools } from './stages/refresh-tools.ts';
import { reportChecks } from './stages/report-checks.ts';
import type { Steering } from './stages/stage.ts';
import { steer } from './stages/steer.ts';
import { takeBaseline } from './stages/take-baseline.ts';
import { toolLoop } from './stages/tool-loop.ts';
import { watchLoop } from './stages/watch-loop.ts';
import type { TurnState } from './turn-state.ts';

export async function runTurn(
  input: TurnInput,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
  steering: Steering = () => [],
): Promise<TurnState> {
  let state = await prepareTurn(input, live, engine);
  while (!state.stop) {
    state = await refreshTools(state, live, engine);
    state = checkBudget(state, live, engine);
    state = await fitContext(state, live, engine, signal);
    if (state.stop) break;
    state = await chatStep(state, live, engine, signal);
    state = await watchLoop(state, live, engine, signal);
    if (state.reply.calls.length > 0) {
      state = await takeBaseline(state, live, engine, signal);
      state = await toolLoop(state, live, engine, signal);
    } else state = await nextSpeaker(state, live, engine, signal);
    state = await steer(state, live, engine, signal, steering);
    if (state.stop === 'answered' && state.verification.changes.length > 0) {
      const { autoVerify } = await import('./stages/auto-verify.ts'); // not loaded before something has changed
      state = await autoVerify(state, live, engine, signal);
      state = await steer(state, live, engine, signal, steering);
    }
    if (engine.hooks && state.stop === 'answered') {
      const { stopHooks } = await import('./hooks/turn-hooks.ts');
      state = await stopHooks(state, live, engine, signal);
    }
  }
  if (engine.hooks) state = await (await import('./hooks/turn-hooks.ts')).failureHooks(state, live, engine, signal);
  state = await reportChecks(state, live, engine);
  return persist(state, live, engine);
}
