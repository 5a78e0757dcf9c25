/** Hooks around a call: those before may refuse it, ask about it or change it; those after may add a message for the model. */

import { parse } from '../../base/schema.ts';
import { resultText } from '../../log/result-text.ts';
import { withHooks } from '../../policy/with-hooks.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { HookCall, HookEvent, HookSaid } from '../../protocol/hooks.ts';
import type { Outcome, ToolCall } from '../../protocol/message.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Decision, Use } from '../../protocol/policy.ts';
import { type Failure, failed, type Tool } from '../../protocol/tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { sceneOf } from './scene.ts';

export interface HookedCall {
  call: ToolCall;
  tool: Tool;
  /** The arguments with placeholders, because hooks never see secrets. */
  args: unknown;
  context: { turn: string; prompt?: string; mode: Mode; model: string; origin: Use['origin'] };
  live: LiveSession;
  engine: Engine;
  signal: AbortSignal;
}

/** Runs the hooks before a call; `undefined` if no hook listens for the event. */
export async function hooksBefore(
  hooked: HookedCall,
  event: 'PreToolUse' | 'PermissionRequest' = 'PreToolUse',
): Promise<HookSaid | undefined> {
  if (!hooked.engine.hooks?.listens(event)) return undefined;
  const fields = event === 'PermissionRequest' ? { permission_suggestions: [] } : {};
  return tell(event, hooked, callOf(hooked), fields);
}

/** The arguments that the hooks want, checked against the tool's schema. */
export function hookArguments({ tool, args }: HookedCall, said: HookSaid | undefined): { args: unknown } | Failure {
  if (said?.args === undefined) return { args };
  const read = parse(tool.input, withoutUndefined(said.args));
  if (read.ok) return { args: read.value };
  const [issue] = read.issues;
  const where = issue ? `: ${[...issue.path, issue.message].join(' ')}` : '';
  return failed(`Not run: a hook changed the arguments into some that ${tool.name} cannot take${where}`);
}

function withoutUndefined(args: unknown): unknown {
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** The decision for `! ls` when nothing but hooks is checked; `undefined` if they neither ask nor deny. */
export function hooksAlone(decision: Decision, said: HookSaid | undefined): Decision | undefined {
  const isHeard = said?.verdict === 'ask' || said?.verdict === 'deny';
  return isHeard ? withHooks({ ...decision, verdict: 'allow', reasons: [], scopes: [] }, said) : undefined;
}

export interface AfterCall {
  /** Texts for the model, sent with the result. */
  notes: string[];
  /** Why the turn ends; absent if it continues. */
  stop?: Fault;
}

export async function hooksAfter(
  hooked: HookedCall,
  outcome: Outcome,
  use: Use,
  durationMs: number,
): Promise<AfterCall | undefined> {
  const { engine, tool, args, signal } = hooked;
  if (!engine.hooks || signal.aborted) return undefined;
  const exitCode = outcome.result?.exit_code;
  const isFailure =
    outcome.status !== 'ok' || (use.command !== undefined && typeof exitCode === 'number' && exitCode !== 0);
  const event = isFailure ? 'PostToolUseFailure' : 'PostToolUse';
  if (!engine.hooks.listens(event)) return undefined;
  const text = resultText({ outcome, ...textOf(tool, args, outcome) });
  const response = { result: outcome.result ?? {}, text };
  const fields = { duration_ms: durationMs, ...(isFailure && { error: text, is_interrupt: false }) };
  return wordsOf(await tell(event, hooked, { ...callOf(hooked, use), response }, fields));
}

export async function hooksOnDenial(hooked: HookedCall, reason: string): Promise<AfterCall | undefined> {
  const { engine, signal } = hooked;
  if (!engine.hooks?.listens('PermissionDenied') || signal.aborted) return undefined;
  return wordsOf(await tell('PermissionDenied', hooked, callOf(hooked), { reason }));
}

function textOf(tool: Tool, args: unknown, outcome: Outcome): { text?: string } {
  const text = tool.forModel?.(args, outcome);
  return text === undefined ? {} : { text };
}

/** Turns a hook's block of a call that has already run into a note for the model. */
function wordsOf({ context, block, stop }: HookSaid): AfterCall {
  const blamed = block === undefined ? [] : [`[hook] ${block.text}`];
  return { notes: [...context, ...blamed], ...(stop !== undefined && { stop }) };
}

function callOf({ call, tool, args }: HookedCall, use?: Use): HookCall {
  const line = use?.command?.line ?? tool.command?.(args)?.line;
  return { id: call.id, tool: tool.name, args, ...(line !== undefined && { line }) };
}

function tell(
  event: HookEvent,
  { context, live, engine, signal }: HookedCall,
  call: HookCall,
  fields: Record<string, unknown>,
): Promise<HookSaid> {
  const { turn, prompt, mode, model, origin } = context;
  const scene = sceneOf({ turn, ...(prompt !== undefined && { prompt }), mode, model, origin }, live, engine);
  return engine.hooks?.run({ event, scene, call, fields }, signal) ?? Promise.resolve({ reasons: [], context: [] });
}
