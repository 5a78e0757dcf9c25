/** Stops a turn that goes round in circles, before the repeated call runs: asks the person, or ends where nobody is there. */

import { newId } from '../../base/ids.ts';
import { truncate } from '../../base/text/truncate.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
import { type CallLoop, findLoop, traceOf } from '../loop/call-loop.ts';
import type { RepeatedText } from '../loop/text-watch.ts';
import { noticesIn } from '../notices/notices.ts';
import type { Services } from '../services.ts';

const SHOWN = 160;
const GO_ON = 1;

export async function watchLoop(state: TurnState, services: Services, signal: AbortSignal): Promise<TurnState> {
  if (!state.trail || state.stop || state.calls.length === 0) return state;
  const loop = findLoop(state.trail, state.calls.map(traceOf));
  if (!loop) return state;

  const what = describe(loop, services);
  const wish = await mayGoOn(what, services, signal);
  if (wish === 'go-on') return { ...state, trail: [] };
  const error = noticesIn(services.lang).loop.notRun;
  for (const { id, name } of state.calls) {
    await record(state, { role: 'tool', callId: id, name, outcome: { status: 'cancelled', error } }, services);
  }
  return { ...state, calls: [], ...endOf(wish, what, services) };
}

export type Wish = 'go-on' | 'stop' | 'cancelled';

export function describeText({ text, times }: RepeatedText, services: Services): string {
  return noticesIn(services.lang).sameText(truncate(text.replace(/\s+/g, ' '), SHOWN), times);
}

/** Nobody to ask: no. */
export async function mayGoOn(what: string, services: Services, signal: AbortSignal): Promise<Wish> {
  if (!services.approval.attended) return 'stop';
  const { ask, stop, goOn } = noticesIn(services.lang).loop;
  const answer = await services.ask(
    { kind: 'pick', id: newId('ask'), title: ask(what), options: [stop, goOn] },
    signal,
  );
  if (answer.kind === 'cancelled') return 'cancelled';
  return answer.kind === 'pick' && answer.picked === GO_ON ? 'go-on' : 'stop';
}

export function endOf(wish: Wish, what: string, services: Services): Pick<TurnState, 'stop' | 'error'> {
  if (wish === 'cancelled') return { stop: 'cancelled' };
  return { stop: 'failed', error: noticesIn(services.lang).loop.ended(what) };
}

function describe({ calls, times }: CallLoop, services: Services): string {
  const { sameCall, sameCycle } = noticesIn(services.lang);
  const shown = calls.map((call) => truncate(call, SHOWN));
  return shown.length === 1 ? sameCall(shown[0] ?? '', times) : sameCycle(shown, times);
}
