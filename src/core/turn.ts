/** The plot of a turn: prepare, then talk, act and verify until something stops it, then persist. */

import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { logRequest } from './log-request.ts';
import { type TurnInput, toolboxOf } from './open-turn.ts';
import { chatStep } from './steps/chat-step.ts';
import { checkBudget } from './steps/check-budget.ts';
import { fitContext } from './steps/fit-context.ts';
import { nextSpeaker } from './steps/next-speaker.ts';
import { persist } from './steps/persist.ts';
import { prepareTurn } from './steps/prepare-turn.ts';
import { reportChecks } from './steps/report-checks.ts';
import { steer } from './steps/steer.ts';
import type { Steering } from './steps/step.ts';
import { takeBaseline } from './steps/take-baseline.ts';
import { toolLoop } from './steps/tool-loop.ts';
import { watchLoop } from './steps/watch-loop.ts';
import type { TurnState } from './turn-state.ts';

export async function runTurn(
  input: TurnInput,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
  steering: Steering = () => [],
): Promise<TurnState> {
  const areToolsKnown = watchTools(live, engine);
  let state = await prepareTurn(input, live, engine);
  while (!state.stop) {
    if (!areToolsKnown()) state = await withNewTools(state, live, engine);
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
      const { autoVerify } = await import('./steps/auto-verify.ts'); // not loaded before something has changed
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

/** Returns a function that is true if the tools are the same as when it was last called. */
function watchTools({ loadedTools }: LiveSession, { tools }: Engine): () => boolean {
  let seen = [...tools.values()];
  let loaded = loadedTools?.size;
  return () => {
    let at = 0;
    let isSame = tools.size === seen.length && loadedTools?.size === loaded;
    for (const tool of tools.values()) isSame &&= tool === seen[at++];
    if (!isSame) [seen, loaded] = [[...tools.values()], loadedTools?.size];
    return isSame;
  };
}

/** Updates the tools: a server may have announced more since the last step, and a step may have looked tools up. */
async function withNewTools(state: TurnState, live: LiveSession, engine: Engine): Promise<TurnState> {
  const { mode, agent } = state.fixed;
  const toolbox = toolboxOf(mode, agent, live, engine);
  const { tools, specs } = state.toolbox;
  if (toolbox.tools.length === tools.length && toolbox.specs.length === specs.length) return state;
  const next = { ...state, toolbox };
  await logRequest(next, live);
  return next;
}
