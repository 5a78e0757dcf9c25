/** Runs the calls of one step in order, with neighbours that only read or delegate side by side; every call gets an outcome. */

import { late } from '../../base/late.ts';
import { resultText } from '../../log/result-text.ts';
import type { Outcome, ToolCall, ToolMessage } from '../../protocol/message.ts';
import type { CallResult } from '../call/call-results.ts';
import { meantTool } from '../call/meant-call.ts';
import { oneAtATime } from '../call/one-at-a-time.ts';
import { record } from '../call/record.ts';
import { takeEnded } from '../ended-jobs.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { isThirdTime, withCall } from '../loop/call-loop.ts';
import { type Change, NO_CALLS, type TurnState, type Verification } from '../turn-state.ts';
import { failuresIn } from '../verify/failures.ts';
import { changesFiles, isCheck } from '../verify/is-check.ts';

/** Appended to the result that the model reads. */
const THIRD_TIME = '[third time the same call with the same result: do something else]';
const SIDE_BY_SIDE = 8;
/** Loaded with the first call, because it brings the shell parser. */
const calls = late(() => import('../call/tool-call.ts'));

export async function toolLoop(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const { runCall } = await calls();
  const { turn, prompt, mode, model } = state.fixed;
  const context = { turn, prompt, tools: state.toolbox.tools, mode, model, origin: 'model' as const };
  const done: { call: ToolCall; result: CallResult }[] = [];
  let next: TurnState = { ...state, reply: NO_CALLS };
  const check = engine.code && (await import('../call/step-check.ts')).startStepCheck(state, engine, engine.code);
  for (const group of groups(state, engine)) {
    await check?.before(group);
    const shared = group.length > 1 ? { ...live, checkpoint: oneAtATime(live.checkpoint) } : live;
    const results = group.map(async (call) => ({ call, result: await runCall(call, context, shared, engine, signal) }));
    for (const { call, result: ran } of await Promise.all(results)) {
      const result = check ? await check.after(call, ran, signal) : ran;
      const after = afterCall(next, call, result);
      const said = result.heard?.notes ?? [];
      const notes = [...said, ...(isThirdTime(after.trail ?? []) ? [THIRD_TIME] : []), ...takeEnded(live, engine)];
      await record(next, resultMessage(call, result, notes), live, engine);
      next = after;
      if (engine.hooks) done.push({ call, result });
    }
  }
  if (engine.hooks && !signal.aborted) {
    const { batchHooks } = await import('../hooks/turn-hooks.ts');
    next = await batchHooks(next, done, live, engine, signal);
  }
  return signal.aborted ? { ...next, stop: 'cancelled' } : next;
}

/** `notes` are texts added to what the model reads. */
function resultMessage(
  call: ToolCall,
  { outcome, title, fact, text }: CallResult,
  notes: readonly string[],
): ToolMessage {
  const read = text === undefined ? { outcome } : { outcome, text };
  const said = notes.length > 0 ? { text: [resultText(read), ...notes].join('\n') } : read;
  const shown = { ...(title !== undefined && { title }), ...(fact && { fact }) };
  return { role: 'tool', callId: call.id, name: call.name, outcome, ...shown, ...said };
}

function afterCall(state: TurnState, call: ToolCall, result: CallResult): TurnState {
  return {
    ...state,
    refused: state.refused || result.refused,
    verification: afterWork(state.verification, result),
    ...(state.trail && { trail: withCall(state.trail, call, result.outcome) }),
  };
}

/** Notes what the call changed, and whether it was a check. */
function afterWork(known: Verification, { outcome, edited, ran }: CallResult): Verification {
  const made: Change[] = edited.map((path) => ({ kind: 'file', path }));
  if (ran && changesFiles(ran.line)) made.push({ kind: 'command', line: ran.line });
  const changes = made.length > 0 ? [...known.changes, ...made] : known.changes;
  if (!ran || !isCheck(ran.line)) return made.length > 0 ? { ...known, changes } : known;
  const check = { ...ran, failures: failuresOf(outcome) };
  const checks = [...known.checks, { ...check, afterChanges: changes.length }];
  const isFirst = changes.length === 0 && !known.baseline; // the model ran it before changing anything
  return { ...known, changes, checks, ...(isFirst && { baseline: check }) };
}

function failuresOf({ result }: Outcome): string[] {
  const printed = [result?.['stdout'], result?.['stderr']].filter((text) => typeof text === 'string');
  return failuresIn(printed.join('\n'));
}

function groups({ reply: { calls }, toolbox: { tools } }: TurnState, engine: Engine): ToolCall[][] {
  if (calls.length === 1) return [[...calls]];
  const result: ToolCall[][] = [];
  let open: ToolCall[] = [];
  let kind: 'reads' | 'delegates' | undefined;
  for (const call of calls) {
    const tool = meantTool(call, tools, engine.tools);
    const next = tool?.effect === 'read' ? 'reads' : tool?.sideBySide ? 'delegates' : undefined;
    if (next && next === kind && open.length < SIDE_BY_SIDE) open.push(call);
    else {
      open = [call];
      result.push(open);
      kind = next;
    }
  }
  return result;
}
