/** The one path every tool call takes, no matter who asked: find and parse, then judge, settle, execute, finish. */

import { elapsedMs } from '../../base/elapsed.ts';
import { late } from '../../base/late.ts';
import { maskDeep } from '../../base/secrets/mask-deep.ts';
import { decidePlain } from '../../policy/decide-plain.ts';
import { withProcessMemory } from '../../policy/process-memory.ts';
import { withHooks } from '../../policy/with-hooks.ts';
import { exitCodeOf, type Outcome, type ToolCall } from '../../protocol/message.ts';
import type { Decision } from '../../protocol/policy.ts';
import {
  type Failure,
  failed,
  failureOf,
  isFailure,
  type ProposedFile,
  type ToolContext,
} from '../../protocol/tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { isAgreedByPerson } from './agreed-by-person.ts';
import { APPROVED, type Approval, approve } from './approve.ts';
import type { AskedCall, CallContext, JudgedCall } from './asked-call.ts';
import {
  type CallEnd,
  type CallResult,
  hardBlocked,
  notStarted,
  plain,
  resultOf,
  unknownTool,
  wrongArguments,
} from './call-results.ts';
import { askedView, endView, unreadStart, unreadView, withKind } from './call-view.ts';
import { prepareCheckpoint, withCheckpoint } from './checkpoint.ts';
import { hostAccess } from './host-access.ts';
import { type MeantCall, meantCall } from './meant-call.ts';
import { hasSecrets, hideIn, learnSecrets, revealArguments, withGivenSecrets } from './secret-arguments.ts';
import { heldBy, toolContextOf } from './tool-context.ts';
import { factsFor, useOf, writtenBy } from './use-of.ts';

/** Loaded with the first call of a run with hooks. */
const callHooks = late(() => import('../hooks/call-hooks.ts'));
/** Loaded with the first shell line, because the tables of programs are as large as the engine. */
const linePolicy = late(() => import('../../policy/decide.ts'));

export async function runCall(
  call: ToolCall,
  context: CallContext,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CallResult> {
  const started = elapsedMs();
  const meant = meantCall(call, context.tools, engine.tools);
  const { name, tool, args } = meant;
  if (tool?.deferred) live.loadedTools?.add(tool.name); // from now on the model is sent its definition
  const named = { ...call, name }; // shown and asked about under its name here
  if (!tool || !args?.ok) return answerUnread(named, meant, context, engine, signal);

  engine.person.emit({ type: 'call-start', call: named, view: withKind(tool, tool.view(args.value)) });
  const tally = { changed: [], waitedMs: 0 };
  const end = await attempt({ call: named, tool, args: args.value, context, live, engine, signal, tally });
  const ran = end.args ?? args.value;
  const view = endView(tool, ran, end);
  const durationMs = Math.round(elapsedMs() - started - tally.waitedMs);
  engine.person.emit({ type: 'call-end', callId: call.id, outcome: end.outcome, view, durationMs });
  return resultOf(end, view, tool.forModel?.(ran, end.outcome));
}

/** Ends a call at once if there is no such tool, or the arguments do not fit it. */
function answerUnread(
  call: ToolCall,
  { name, tool, args }: MeantCall,
  context: CallContext,
  engine: Engine,
  signal: AbortSignal,
): CallResult {
  engine.person.emit({ type: 'call-start', call, view: unreadStart(name, tool) });
  const end = signal.aborted
    ? notStarted(engine)
    : tool
      ? wrongArguments(args, engine)
      : unknownTool(name, context, engine);
  const view = unreadView(name, end);
  engine.person.emit({ type: 'call-end', callId: call.id, outcome: end.outcome, view, durationMs: 0 });
  return resultOf(end, view);
}

/** Carries the call out, between its hooks if there are any; whatever is thrown becomes its outcome. */
async function attempt(asked: AskedCall): Promise<CallEnd> {
  const { call, engine, signal } = asked;
  if (signal.aborted) return notStarted(engine);
  try {
    return await (engine.hooks ? (await callHooks()).betweenHooks(asked, carryOut) : carryOut(asked));
  } catch (error) {
    return plain(failureOf(error, call.name, signal));
  }
}

/** The plot of a call; each step may end it. */
async function carryOut(asked: AskedCall): Promise<CallEnd> {
  const { engine, signal } = asked;
  const judged = await judge(asked);
  if (isFailure(judged)) return plain(judged);
  const context = toolContextOf(asked);
  const settled = await settle(judged, context, asked);
  if (!('approved' in settled)) return settled;
  if (judged.decision.hardBlock) return hardBlocked(judged.decision, engine); // checked last, whatever was approved
  if (signal.aborted) return notStarted(engine);
  const started = elapsedMs();
  const printed = await execute(judged, settled, context, asked);
  return finish(printed, started, judged, asked);
}

/** Judge: what would the call do, and what do policy and the hooks before it say to that? */
async function judge(asked: AskedCall): Promise<JudgedCall | Failure> {
  const { tool, context, engine, hooks } = asked;
  const revealed = hasSecrets(tool, asked.args)
    ? await revealArguments(asked.args, engine.secrets)
    : { args: asked.args, names: [] };
  if (isFailure(revealed)) return revealed;
  const { args, names: secrets } = revealed;
  const use = await useOf(tool, args, context, engine);
  await learnSecrets(use, engine.secrets);
  const preset = engine.settings.tables.presets[context.mode.preset];
  if (!preset) return failed(`Unknown permission preset: ${context.mode.preset}`);
  const facts = await factsFor(use, preset, asked);
  const own = use.command ? (await linePolicy()).decide(use, facts) : decidePlain(use, facts);
  const decision = withHooks(withProcessMemory(withGivenSecrets(own, use, secrets), use), hooks?.said);
  return { tool, args, secrets, use, facts, decision };
}

/** Settle: who agrees, or why does the call end here? The person, if asked, sees what the call would do. */
async function settle(judged: JudgedCall, context: ToolContext, asked: AskedCall): Promise<CallEnd | Approval> {
  const { tool, args, use, facts } = judged;
  const { call, live, engine, signal, tally, hooks } = asked;
  const decision = toSettle(judged, asked);
  if (!decision) return APPROVED;
  if (decision.verdict === 'ask') prepareCheckpoint(judged, live, engine, signal);
  const files: ProposedFile[] = [];
  const proposed = decision.verdict === 'deny' ? undefined : await previewOf(judged, files, context);
  if (proposed && isFailure(proposed)) return plain(maskDeep(proposed, engine.secrets.mask));
  const view = () =>
    askedView(tool, maskDeep(proposed ?? tool.view(args), engine.secrets.mask), use, engine.words.policy);
  const { turn } = asked.context;
  const proposal = { call, turn, decision, view, use, facts, files, ...(hooks && { asking: hooks.ask }) };
  const askedAt = elapsedMs();
  const approval = await approve(proposal, live, engine, signal);
  tally.waitedMs += elapsedMs() - askedAt;
  return 'approved' in approval && approval.hooked && hooks ? hooks.carryOutAs(approval.hooked) : approval;
}

/** The decision to settle. For `! ls` without checks, only what hooks ask or deny; `undefined` if they do neither. */
function toSettle({ decision }: JudgedCall, { context, hooks }: AskedCall): Decision | undefined {
  if (!context.unchecked) return decision;
  const said = hooks?.said;
  const isHeard = said?.verdict === 'ask' || said?.verdict === 'deny';
  return isHeard ? withHooks({ ...decision, verdict: 'allow', reasons: [], scopes: [] }, said) : undefined;
}

/** What the call would do; `files` receives what its files would become. A failure ends the call before anyone is asked. */
function previewOf({ tool, args }: JudgedCall, files: ProposedFile[], { callId, origin, signal }: ToolContext) {
  return tool.preview?.(args, {
    callId,
    ...(origin && { origin }),
    signal,
    proposes: (texts) => void files.push(...texts),
  });
}

/** Execute: the tool runs, confined as policy decided, and what it changes is recorded for undo. */
async function execute(
  judged: JudgedCall,
  { instead }: Approval,
  context: ToolContext,
  asked: AskedCall,
): Promise<Outcome> {
  const { tool, args, use, facts, decision } = judged;
  const { call, live, engine, signal, tally } = asked;
  const { turn } = asked.context;
  const hosts = decision.confinement && hostAccess({ call, turn, use, facts }, live, engine, signal);
  const executing = { ...context, ...heldBy(judged, hosts, engine), ...(instead && { instead }) };
  const keepTrust = isAgreedByPerson(judged, asked) ? await engine.trust?.writing(writtenBy(use)) : undefined;
  try {
    const printed = await withCheckpoint(judged, live, signal, () => tool.execute(args, executing));
    if (printed.status === 'ok') await keepTrust?.();
    return printed;
  } finally {
    tally.waitedMs += hosts?.heldMs?.() ?? 0;
    hosts?.withdraw();
  }
}

/** Finish: what the call did, with secrets hidden from all but the person's screen. */
async function finish(printed: Outcome, started: number, judged: JudgedCall, asked: AskedCall): Promise<CallEnd> {
  const { tool, use, secrets } = judged;
  const { engine, tally } = asked;
  await learnSecrets(use, engine.secrets); // secrets created meanwhile
  const outcome = hideIn(printed, engine.secrets);
  const exitCode = exitCodeOf(outcome);
  const ran = use.command && exitCode !== undefined ? { line: use.command.line, exitCode } : undefined;
  const edited = tool.effect === 'edit' && outcome.status === 'ok' ? writtenBy(use) : [];
  return {
    outcome,
    edited: [...edited, ...tally.changed],
    refused: false,
    tookMs: Math.round(elapsedMs() - started),
    ...(ran && { ran }),
    ...(tool.effect === 'run' && secrets.length === 0 && { printed }),
  };
}
