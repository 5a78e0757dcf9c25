/** Stops a turn that goes round in circles, before the repeated call runs: asks the person, or ends if no one is available. */

import { newId } from '../../base/ids.ts';
import { truncate } from '../../base/text/truncate.ts';
import { cancelled } from '../../protocol/tool.ts';
import { record } from '../call/record.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { type CallLoop, findLoop, nextTraces } from '../loop/call-loop.ts';
import type { RepeatedText } from '../loop/text-watch.ts';
import { NO_CALLS, type TurnState } from '../turn-state.ts';

const SHOWN = 160;
const GO_ON = 1;
/** The outcome that the model reads. */
const NOT_RUN = 'Not run: this repeats what was done before, with the same result. Try something else.';

export async function watchLoop(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  if (!state.trail || state.stop || state.reply.calls.length === 0) return state;
  const loop = findLoop(state.trail, nextTraces(state.reply.calls));
  if (!loop) return state;

  engine.person.emit({ type: 'loop', kind: 'calls', repeated: [...loop.calls], times: loop.times });
  const what = describe(loop, engine);
  const wish = await mayGoOn(what, engine, signal);
  if (wish === 'go-on') return { ...state, trail: [] };
  for (const { id, name } of state.reply.calls) {
    await record(state, { role: 'tool', callId: id, name, outcome: cancelled(NOT_RUN) }, live, engine);
  }
  return { ...state, reply: NO_CALLS, ...endOf(wish, what, engine) };
}

export type Wish = 'go-on' | 'stop' | 'cancelled';

export function describeText({ text, times }: RepeatedText, engine: Engine): string {
  return engine.words.turn.sameText(truncate(text.replace(/\s+/g, ' '), SHOWN), times);
}

/** Asks the person whether to continue; `stop` if no one can be asked. */
export async function mayGoOn(what: string, engine: Engine, signal: AbortSignal): Promise<Wish> {
  if (!engine.settings.approval.attended) return 'stop';
  const { ask, stop, goOn } = engine.words.turn.loop;
  const answer = await engine.person.ask(
    { kind: 'pick', id: newId('ask'), title: ask(what), options: [stop, goOn] },
    signal,
  );
  if (answer.kind === 'cancelled') return 'cancelled';
  return answer.kind === 'pick' && answer.picked === GO_ON ? 'go-on' : 'stop';
}

export function endOf(wish: Wish, what: string, engine: Engine): Pick<TurnState, 'stop' | 'error'> {
  if (wish === 'cancelled') return { stop: 'cancelled' };
  return { stop: 'failed', error: engine.words.turn.loop.ended(what) };
}

function describe({ calls, times }: CallLoop, engine: Engine): string {
  const { sameCall, sameCycle } = engine.words.turn;
  const shown = calls.map((call) => truncate(call, SHOWN));
  return shown.length === 1 ? sameCall(shown[0] ?? '', times) : sameCycle(shown, times);
}
