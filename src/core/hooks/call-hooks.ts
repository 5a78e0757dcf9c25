/** Hooks around a call: those before may refuse it, ask about it or change it; those after may add a message for the model. */

import { parse } from '../../base/schema.ts';
import { resultText } from '../../log/result-text.ts';
import type { HookCall, HookEvent, HookSaid } from '../../protocol/hooks.ts';
import { hasFailed, type Outcome } from '../../protocol/message.ts';
import { type Failure, failed, isFailure, type Tool } from '../../protocol/tool.ts';
import type { AskedCall } from '../call/asked-call.ts';
import { type CallEnd, type HeardHooks, plain } from '../call/call-results.ts';
import { sceneOf } from './scene.ts';

type CarryOut = (asked: AskedCall) => Promise<CallEnd>;

/** Carries out a call between its hooks. Arguments that a hook changes are judged like any others. */
export async function betweenHooks(asked: AskedCall, carryOut: CarryOut): Promise<CallEnd> {
  const said = await hooksBefore('PreToolUse', asked);
  const wanted = withArguments(asked, said?.args);
  if (isFailure(wanted)) return plain(wanted);
  const end = await carryOut(decidedWith(said, wanted, carryOut));
  const ran = end.args === undefined ? wanted : { ...wanted, args: end.args };
  const { outcome, tookMs } = end;
  const heard = together([
    said && { notes: said.context, ...(said.stop !== undefined && { stop: said.stop }) },
    tookMs === undefined ? undefined : await hooksAfter(ran, outcome, tookMs),
    outcome.status === 'denied' ? await hooksOnDenial(asked, outcome.error) : undefined,
  ]);
  return { ...end, ...(ran.args !== asked.args && { args: ran.args }), ...(heard && { heard }) };
}

/** What a hook's approval with other arguments counts as: it lifts what a rule would ask about those. */
const LIFTS_RULES: HookSaid = { verdict: 'allow', reasons: [], context: [] };

/** The call, with the part that hooks have in deciding about it. */
function decidedWith(said: HookSaid | undefined, asked: AskedCall, carryOut: CarryOut): AskedCall {
  const ask = () => hooksBefore('PermissionRequest', asked);
  const carryOutAs = async ({ args }: HookSaid) => {
    const wanted = withArguments(asked, args);
    if (isFailure(wanted)) return plain(wanted);
    const end = await carryOut(decidedWith(LIFTS_RULES, wanted, carryOut));
    return { ...end, args: end.args ?? wanted.args };
  };
  return { ...asked, hooks: { said, ask, carryOutAs } };
}

/** Runs the hooks before a call; `undefined` if no hook listens for the event. Hooks see placeholders, never secrets. */
async function hooksBefore(event: 'PreToolUse' | 'PermissionRequest', asked: AskedCall): Promise<HookSaid | undefined> {
  if (!asked.engine.hooks?.listens(event)) return undefined;
  const fields = event === 'PermissionRequest' ? { permission_suggestions: [] } : {};
  return tell(event, asked, callOf(asked), fields);
}

/** The call with the arguments that a hook wants, checked against the tool's schema. */
function withArguments(asked: AskedCall, args: unknown): AskedCall | Failure {
  if (args === undefined) return asked;
  const read = parse(asked.tool.input, withoutUndefined(args));
  if (read.ok) return { ...asked, args: read.value };
  const [issue] = read.issues;
  const where = issue ? `: ${[...issue.path, issue.message].join(' ')}` : '';
  return failed(`Not run: a hook changed the arguments into some that ${asked.tool.name} cannot take${where}`);
}

function withoutUndefined(args: unknown): unknown {
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** `undefined` if no hook said anything. */
function together(all: readonly (HeardHooks | undefined)[]): HeardHooks | undefined {
  const notes = all.flatMap((each) => each?.notes ?? []);
  const stop = all.find((each) => each?.stop !== undefined)?.stop;
  if (notes.length === 0 && stop === undefined) return undefined;
  return { notes, ...(stop !== undefined && { stop }) };
}

async function hooksAfter(asked: AskedCall, outcome: Outcome, durationMs: number): Promise<HeardHooks | undefined> {
  const { engine, tool, args, signal } = asked;
  if (!engine.hooks || signal.aborted) return undefined;
  const call = callOf(asked);
  const isFailed = outcome.status !== 'ok' || (call.line !== undefined && hasFailed(outcome));
  const event = isFailed ? 'PostToolUseFailure' : 'PostToolUse';
  if (!engine.hooks.listens(event)) return undefined;
  const text = resultText({ outcome, ...textOf(tool, args, outcome) });
  const response = { result: outcome.result ?? {}, text };
  const fields = { duration_ms: durationMs, ...(isFailed && { error: text, is_interrupt: false }) };
  return wordsOf(await tell(event, asked, { ...call, response }, fields));
}

async function hooksOnDenial(asked: AskedCall, reason: string): Promise<HeardHooks | undefined> {
  const { engine, signal } = asked;
  if (!engine.hooks?.listens('PermissionDenied') || signal.aborted) return undefined;
  return wordsOf(await tell('PermissionDenied', asked, callOf(asked), { reason }));
}

function textOf(tool: Tool, args: unknown, outcome: Outcome): { text?: string } {
  const text = tool.forModel?.(args, outcome);
  return text === undefined ? {} : { text };
}

/** Turns a hook's block of a call that has already run into a note for the model. */
function wordsOf({ context, block, stop }: HookSaid): HeardHooks {
  const blamed = block === undefined ? [] : [`[hook] ${block.text}`];
  return { notes: [...context, ...blamed], ...(stop !== undefined && { stop }) };
}

function callOf({ call, tool, args }: AskedCall): HookCall {
  const line = tool.command?.(args)?.line;
  return { id: call.id, tool: tool.name, args, ...(line !== undefined && { line }) };
}

function tell(
  event: HookEvent,
  { context, live, engine, signal }: AskedCall,
  call: HookCall,
  fields: Record<string, unknown>,
): Promise<HookSaid> {
  const { turn, prompt, mode, model, origin } = context;
  const scene = sceneOf({ turn, ...(prompt !== undefined && { prompt }), mode, model, origin }, live, engine);
  return engine.hooks?.run({ event, scene, call, fields }, signal) ?? Promise.resolve({ reasons: [], context: [] });
}
