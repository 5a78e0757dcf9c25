/** Hooks around a turn: at its prompt, after its calls, at its end, and when a sub-agent begins. */

import { resultText } from '../../log/result-text.ts';
import { saidLast } from '../../log/said-last.ts';
import type { Fault } from '../../protocol/fault.ts';
import { type HookCall, type HookEvent, type HookFact, type HookSaid, NOTHING_SAID } from '../../protocol/hooks.ts';
import { type Part, type ToolCall, textOf } from '../../protocol/message.ts';
import { saidIn } from '../../words/fault.ts';
import type { CallResult } from '../call/call-results.ts';
import { meantCall } from '../call/meant-call.ts';
import { record } from '../call/record.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { logNote } from '../log-note.ts';
import type { TurnInput } from '../open-turn.ts';
import type { TurnState } from '../turn-state.ts';
import { sceneOf } from './scene.ts';

type Prompt = Pick<TurnInput, 'text' | 'mode' | 'model'> & { turn: string; prompt: string };

/** Runs before anything is sent; returns the parts to add to the prompt, or why it is blocked. */
export async function promptHooks(
  { text, ...setting }: Prompt,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<{ parts: Part[] } | { blocked: Fault }> {
  const fields = { prompt: text, submitted_prompt: text };
  const scene = sceneOf(setting, live, engine);
  const { block, stop, context } = await tell({ event: 'UserPromptSubmit', scene, fields }, engine, signal);
  const blocked = block ?? stop;
  return blocked === undefined ? { parts: context.map(asPart) } : { blocked };
}

function asPart(text: string): Part {
  return { type: 'text', text: `\n\n${text}` };
}

interface DoneCall {
  call: ToolCall;
  result: CallResult;
}

/** Runs after all calls of a step. The turn ends if a hook of one of these calls, or of the whole batch, wants it to. */
export async function batchHooks(
  state: TurnState,
  done: readonly DoneCall[],
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const stopped = done.flatMap(({ result }) => result.heard?.stop ?? []);
  const calls = done.map((each) => toldCall(each, state, engine));
  const scene = sceneOf(state.fixed, live, engine);
  const heard = await tell({ event: 'PostToolBatch', scene, calls }, engine, signal);
  await say(state, heard.context, live, engine);
  const why = [...stopped, heard.stop, heard.block].filter((each) => each !== undefined);
  if (why.length === 0 || state.stop) return state;
  return {
    ...state,
    stop: 'failed',
    error: engine.words.hooks.stopped(why.map((each) => saidIn(each, engine.words.faults)).join('; ')),
  };
}

function toldCall({ call, result }: DoneCall, { toolbox: { tools } }: TurnState, engine: Engine): HookCall {
  const { outcome, text } = result;
  const { name, args } = meantCall(call, tools, engine.tools);
  const response = { result: outcome.result ?? {}, text: resultText({ outcome, ...(text !== undefined && { text }) }) };
  return { id: call.id, tool: name, args: args?.ok ? args.value : {}, response };
}

/** Runs once there is an answer. A hook may hold the turn open: the model is told why, and continues. */
export async function stopHooks(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const event: HookEvent = state.fixed.agent.kind === 'sub' ? 'SubagentStop' : 'Stop';
  if (!engine.hooks?.listens(event) || signal.aborted) return state;
  const answer = lastAnswer(live);
  const running = engine.machine.jobs().filter((job) => job.state === 'running');
  const fields = {
    stop_hook_active: state.heldByHook === true,
    last_assistant_message: answer,
    prompt: state.fixed.input,
    prompt_response: answer,
    background_tasks: running.map(({ id, command }) => ({ id, command })),
    session_crons: [],
    crons: [],
    ...contextFields(state, live, engine),
  };
  const said = await tell({ event, scene: sceneOf(state.fixed, live, engine), fields }, engine, signal);
  if (signal.aborted) return { ...state, stop: 'cancelled' };
  if (said.stop !== undefined || said.block === undefined) {
    for (const text of said.context) await logNote(live.log, { text, audience: 'both' }, state.fixed); // read with the next prompt
    return state;
  }
  await say(state, [...said.context, `[hook] ${said.block.text}`], live, engine);
  return { ...state, stop: undefined, heldByHook: true };
}

/** Runs when a turn ended without an answer; hooks cannot change that. */
export async function failureHooks(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  if (!state.stop || state.stop === 'answered' || state.stop === 'cancelled' || signal.aborted) return state;
  const error = state.stop === 'failed' ? 'unknown' : state.stop.replace('-', '_');
  const fields = { error, error_details: state.error ?? '', last_assistant_message: lastAnswer(live) };
  await tell(
    { event: 'StopFailure', subject: error, scene: sceneOf(state.fixed, live, engine), fields },
    engine,
    signal,
  );
  return state;
}

/** Returns what hooks tell a sub-agent besides its objective. */
export async function subagentHooks(
  setting: Pick<TurnInput, 'turn' | 'mode' | 'model'>,
  agent: string,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Part[]> {
  const scene = sceneOf(setting, live, engine);
  return (await tell({ event: 'SubagentStart', subject: agent, scene }, engine, signal)).context.map(asPart);
}

function contextFields(
  { fixed: { model } }: TurnState,
  { outgoing }: LiveSession,
  { models }: Engine,
): Record<string, number> {
  const [tokens, limit] = [outgoing.load(), models.window(model)];
  return { context_usage: limit > 0 ? tokens / limit : 0, context_limit: limit, input_tokens: tokens };
}

function lastAnswer({ log }: LiveSession): string {
  const answer = saidLast(log.entries).find(({ role }) => role === 'assistant');
  return answer?.role === 'assistant' ? textOf(answer.content) : '';
}

async function say(state: TurnState, texts: readonly string[], live: LiveSession, engine: Engine): Promise<void> {
  if (texts.length === 0) return;
  const content: Part[] = [{ type: 'text', text: texts.join('\n\n') }];
  await record(state, { role: 'user', by: 'coder', content }, live, engine);
}

async function tell(fact: HookFact, { hooks }: Engine, signal: AbortSignal): Promise<HookSaid> {
  return hooks?.listens(fact.event) ? hooks.run(fact, signal) : NOTHING_SAID;
}
