/** Runs the calls of one step: in order, neighbours that only read side by side, every one answered. */

import type { ToolCall } from '../../protocol/message.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { withCall } from '../loop/call-loop.ts';
import { record } from '../record.ts';
import type { Services } from '../services.ts';
import { changesFiles, isCheck } from '../verify/check-line.ts';

const SIDE_BY_SIDE = 8;

const loadToolCall = () => import('../tool-call.ts'); // brings the shell parser: not before the first call
let toolCall: ReturnType<typeof loadToolCall> | undefined;

export async function toolLoop(state: TurnState, services: Services, signal: AbortSignal): Promise<TurnState> {
  toolCall ??= loadToolCall();
  const { runCall } = await toolCall;
  const { turn, tools, mode, model } = state;
  const context = { turn, tools, mode, model, origin: 'model' as const };
  let next: TurnState = { ...state, calls: [] };
  for (const group of groups(state)) {
    const done = await Promise.all(group.map((call) => runCall(call, context, services, signal)));
    for (const [index, call] of group.entries()) {
      const { outcome, edited, refused, ran } = done[index] as (typeof done)[number];
      next = await record(next, { role: 'tool', callId: call.id, name: call.name, outcome }, services);
      const files = edited.map((path) => ({ kind: 'file' as const, path }));
      const commands = ran && changesFiles(ran.line) ? [{ kind: 'command' as const, line: ran.line }] : [];
      const changes = [...next.changes, ...files, ...commands];
      next = {
        ...next,
        refused: next.refused || refused,
        ...(ran && isCheck(ran.line) && { checks: [...next.checks, { ...ran, afterChanges: changes.length }] }),
        changes,
        ...(next.trail && { trail: withCall(next.trail, call, outcome) }),
      };
    }
  }
  return signal.aborted ? { ...next, stop: 'cancelled' } : next;
}

function groups(state: TurnState): ToolCall[][] {
  const readers = new Set(state.tools.filter(({ effect }) => effect === 'read').map(({ name }) => name));
  const result: ToolCall[][] = [];
  for (const call of state.calls) {
    const last = result.at(-1);
    const first = last?.[0];
    const joins = readers.has(call.name) && first && readers.has(first.name) && last.length < SIDE_BY_SIDE;
    if (joins) last.push(call);
    else result.push([call]);
  }
  return result;
}
