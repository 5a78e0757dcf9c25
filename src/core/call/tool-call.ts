/** The one path every tool call takes, no matter who asked: find, parse, decide, ask, execute. */

import { late } from '../../base/late.ts';
import { maskDeep } from '../../base/secrets/mask-deep.ts';
import { decidePlain } from '../../policy/decide-plain.ts';
import { withProcessMemory } from '../../policy/process-memory.ts';
import { withHooks } from '../../policy/with-hooks.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { HookSaid } from '../../protocol/hooks.ts';
import type { Outcome, ToolCall } from '../../protocol/message.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Decision, Facts, Preset, Use } from '../../protocol/policy.ts';
import { failed, failureOf, isFailure, type ProposedFile, type Tool, type ToolContext } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';
import { policy as english, type PolicyWords } from '../../words/en/policy.ts';
import { reasonsText } from '../../words/reason-text.ts';
import type { Engine } from '../engine.ts';
import type { HookedCall } from '../hooks/call-hooks.ts';
import type { LiveSession } from '../live-session.ts';
import { approve } from './approve.ts';
import { prepareCheckpoint, withCheckpoint } from './checkpoint.ts';
import { hostAccess } from './host-access.ts';
import { type MeantCall, meantCall } from './meant-call.ts';
import { hasSecrets, hideIn, learnSecrets, revealArguments, withGivenSecrets } from './secret-arguments.ts';

/** Loaded with the first call of a run with hooks. */
const hookSteps = late(() => import('../hooks/call-hooks.ts'));
/** Loaded with the first shell line, because the tables of programs are as large as the engine. */
const linePolicy = late(() => import('../../policy/decide.ts'));

export interface CallContext {
  turn: string;
  /** The id of the prompt that the call belongs to. */
  prompt?: string;
  tools: readonly Tool[];
  mode: Mode;
  model: string;
  origin: Use['origin'];
  /** Set for coder's own checks that the person agreed to before. */
  agreed?: true;
  /** True for `! ls` with `command_mode.approval: "direct"`: only the hard block still applies. */
  unchecked?: boolean;
}

export interface CallResult {
  outcome: Outcome;
  /** A refusal as shown to the person, in their language. */
  shown?: string;
  /** Real paths this call changed. */
  edited: string[];
  /** The command line this call ran to its end. */
  ran?: { line: string; exitCode: number };
  /** True if the call needed an approval that was refused or that no one could give. */
  refused: boolean;
  /** The call in one line, once it has ended. */
  title?: string;
  /** What the model reads, if the tool formats it. */
  text?: string;
  /** The outcome with secrets unmasked, for the person's screen only: a command's output. */
  printed?: Outcome;
  /** The arguments that a hook replaced the original ones with. */
  args?: unknown;
  /** What hooks tell the model besides the result. */
  notes?: readonly string[];
  /** Why a hook ends the turn. */
  stop?: Fault;
}

export async function runCall(
  call: ToolCall,
  context: CallContext,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CallResult> {
  const started = performance.now();
  let waitedMs = 0;
  const { name, tool, args } = meantCall(call, context.tools, engine.tools);
  if (tool?.deferred) live.loadedTools?.add(tool.name); // from now on the model is sent its definition
  const readable = tool && args?.ok;
  const meant = { ...call, name }; // shown and asked about under its name here
  engine.person.emit({
    type: 'call-start',
    call: meant,
    view: readable ? withKind(tool, tool.view(args.value)) : { title: name },
  });

  const result = await attempt();
  const ran = readable ? (result.args ?? args.value) : undefined;
  const view = readable ? withKind(tool, viewOf(tool, ran, result)) : unreadView(name, result);
  const durationMs = Math.round(performance.now() - started - waitedMs);
  engine.person.emit({ type: 'call-end', callId: call.id, outcome: result.outcome, view, durationMs });
  const text = readable ? tool.forModel?.(ran, result.outcome) : undefined;
  const { printed: _printed, args: _args, ...rest } = result;
  return { ...rest, title: view.title, ...(text !== undefined && { text }) };

  async function attempt(): Promise<CallResult> {
    if (signal.aborted) return notStarted(engine);
    if (!tool) return unknownTool(name, context, engine);
    if (!args?.ok) return wrongArguments(args, engine);
    try {
      const waited = (ms: number) => void (waitedMs = ms);
      return await decideAndRun(tool, args.value, { call: meant, context, live, engine, signal, waited });
    } catch (error) {
      return plain(failureOf(error, name, signal));
    }
  }
}

interface Running {
  call: ToolCall;
  context: CallContext;
  live: LiveSession;
  engine: Engine;
  signal: AbortSignal;
  /** Receives how long the answer took: the person's time, not the call's. */
  waited(ms: number): void;
}

/** Runs the hooks before the call first, if there are any; arguments they change are judged like any others. */
async function decideAndRun(tool: Tool, written: unknown, running: Running): Promise<CallResult> {
  if (!running.engine.hooks) return judgeAndRun(tool, written, running, undefined);
  const { hooksBefore, hookArguments, hooksOnDenial } = await hookSteps();
  const hooked = { ...running, tool, args: written };
  const said = await hooksBefore(hooked);
  const wanted = hookArguments(hooked, said);
  if (isFailure(wanted)) return plain(wanted);
  const result = await judgeAndRun(tool, wanted.args, running, said);
  const denied = result.outcome.status === 'denied' && (await hooksOnDenial(hooked, result.outcome.error));
  const notes = [...(said?.context ?? []), ...(result.notes ?? []), ...(denied ? denied.notes : [])];
  const stop = said?.stop ?? result.stop ?? (denied ? denied.stop : undefined);
  return {
    ...result,
    ...(wanted.args !== written && result.args === undefined && { args: wanted.args }),
    ...(notes.length > 0 && { notes }),
    ...(stop !== undefined && { stop }),
  };
}

async function judgeAndRun(
  tool: Tool,
  written: unknown,
  running: Running,
  said: HookSaid | undefined,
): Promise<CallResult> {
  const { call, context, live, engine, signal, waited } = running;
  const revealed = hasSecrets(tool, written)
    ? await revealArguments(written, engine.secrets)
    : { args: written, names: [] };
  if (isFailure(revealed)) return plain(revealed);
  const { args, names } = revealed;
  const use = await useOf(tool, args, running);
  await learnSecrets(use, engine.secrets);
  const preset = engine.settings.tables.presets[context.mode.preset];
  if (!preset) return plain(failed(`Unknown permission preset: ${context.mode.preset}`));
  const facts = await factsFor(use, preset, running);
  const own = use.command ? (await linePolicy()).decide(use, facts) : decidePlain(use, facts);
  const decision = withHooks(withProcessMemory(withGivenSecrets(own, use, names), use), said);
  const others: string[] = [];
  const files: ProposedFile[] = [];
  const toolContext = toolContextOf(running, others);
  let instead: ReadonlyMap<string, string> | undefined;
  const judged = { tool, use, decision };
  const open = context.unchecked ? said && (await hookSteps()).hooksAlone(decision, said) : decision;
  let askedMs = 0;

  if (open) {
    if (open.verdict === 'ask') prepareCheckpoint(judged, live, engine, signal);
    const previewing = { ...toolContext, proposes: (texts: readonly ProposedFile[]) => void files.push(...texts) };
    const proposed = open.verdict === 'deny' ? undefined : await tool.preview?.(args, previewing); // a failed preview ends the call here
    if (proposed && isFailure(proposed)) return plain(maskDeep(proposed, engine.secrets.mask));
    const view = () => withKind(tool, maskDeep(proposed ?? tool.view(args), engine.secrets.mask));
    const askedAt = performance.now();
    const asking = engine.hooks && (() => askHooks({ ...running, tool, args: written }));
    const proposal = { call, turn: context.turn, decision: open, view, use, facts, files, ...(asking && { asking }) };
    const approval = await approve(proposal, live, engine, signal);
    askedMs = performance.now() - askedAt;
    waited(askedMs);
    if (approval.refused !== undefined) return { ...approval, edited: [] };
    if (approval.hooked) return again(tool, { ...running, tool, args: written }, approval.hooked);
    instead = approval.instead;
  }
  if (decision.hardBlock) return hardBlocked(decision, engine); // checked last, whatever was approved
  if (signal.aborted) return notStarted(engine);

  const { readsGitIn } = heldToReading(decision, engine) ? decision : {};
  const { confinement, lend, sockets } = decision;
  const connecting = { call, turn: context.turn, use, facts };
  const hosts = confinement && hostAccess(connecting, live, engine, signal);
  const executing = {
    ...toolContext,
    ...(readsGitIn && { readsGitIn }),
    ...(lend && { lend }),
    ...(confinement && { confinement }),
    ...(sockets && { sockets }),
    ...(hosts && { hosts }),
    ...(instead && { instead }),
  };
  const keepTrust = isAgreedByPerson(judged, running) ? await engine.trust?.writing(writtenBy(use)) : undefined;
  const started = performance.now();
  const printed = await withCheckpoint(judged, live, signal, () => tool.execute(args, executing));
  waited(askedMs + (hosts?.heldMs?.() ?? 0));
  hosts?.withdraw();
  if (printed.status === 'ok') await keepTrust?.();
  await learnSecrets(use, engine.secrets); // secrets created meanwhile
  const outcome = hideIn(printed, engine.secrets);
  const ran = ranOf(use, outcome);
  const raw = tool.effect === 'run' && names.length === 0 ? { printed } : {};
  const edited = [...editedBy(tool, use, outcome), ...others];
  const tookMs = Math.round(performance.now() - started);
  const hooked = { ...running, tool, args: written };
  const after = engine.hooks && (await (await hookSteps()).hooksAfter(hooked, outcome, use, tookMs));
  return { outcome, ...raw, edited, ...(ran && { ran }), refused: false, ...after };
}

async function askHooks(hooked: HookedCall): Promise<HookSaid | undefined> {
  const { hooksBefore } = await hookSteps();
  return hooksBefore(hooked, 'PermissionRequest');
}

/** Judges again the other arguments with which a hook approved the call; its approval lifts what a rule would ask. */
async function again(tool: Tool, hooked: Running & HookedCall, said: HookSaid): Promise<CallResult> {
  const wanted = (await hookSteps()).hookArguments(hooked, said);
  if (isFailure(wanted)) return plain(wanted);
  const result = await judgeAndRun(tool, wanted.args, hooked, { verdict: 'allow', reasons: [], context: [] });
  return { ...result, args: result.args ?? wanted.args };
}

/** Adds facts about where a command would run, which are only known once that is probed. */
async function factsFor(use: Use, preset: Preset, { context, live, engine }: Running): Promise<Facts> {
  const facts = live.rules.facts(preset);
  if (!use.command) return facts;
  const place = await engine.machine.place.status();
  const { onlyReads, network } = context.mode;
  return { ...facts, ...(place && { place }), ...(onlyReads && { onlyReads }), ...(network && { network }) };
}

/** True for a line proved to only read, or one with only a repository's config in doubt if no person was asked about that. */
function heldToReading({ onlyReads, verdict }: Decision, { settings }: Engine): boolean {
  const { attended, autoApprove } = settings.approval;
  return onlyReads === true || verdict === 'allow' || !attended || autoApprove;
}

/** `others` receives the files that the call changes besides those it names. */
function toolContextOf({ call, context, live, engine, signal }: Running, others: string[]): ToolContext {
  const { turn, origin, mode, model } = context;
  const changed = (paths: readonly string[]) => void others.push(...paths);
  return {
    callId: call.id,
    turn,
    origin,
    mode,
    model,
    signal,
    changed,
    todos: live.todos,
    loadTools: (names) => names.forEach((name) => live.loadedTools?.add(name)),
    delegate: (agent, objective) =>
      engine.delegate({ agent, objective, mode, model, changed, call: call.id }, live, signal),
    complete: async (request) => (await import('./complete.ts')).complete(request, model, live, engine, signal),
    output: (text, stream) => engine.person.emit({ type: 'call-output', callId: call.id, stream, text }),
  };
}

async function useOf(tool: Tool, args: unknown, { context, engine }: Running): Promise<Use> {
  const named = tool.paths?.(args) ?? [];
  if (tool.command || (tool.paths && named.length === 0)) await engine.machine.resolve('.'); // reports a missing working folder
  const paths = await Promise.all(
    named.map(async ({ path, access }) => ({ ...(await engine.machine.resolve(path)), shown: path, access })),
  );
  const command = tool.command?.(args);
  const url = tool.url?.(args);
  return {
    tool: tool.name,
    permission: command?.permission ?? tool.permission,
    effect: tool.effect,
    paths,
    origin: context.origin,
    ...(context.agreed && { agreed: true }),
    ...(command && {
      command: {
        line: command.line,
        cwd: await folderOf(command.cwd, engine),
        ...(command.interactive && { interactive: true }),
        ...(command.outside !== undefined && { outside: command.outside }),
        ...(command.lend && { lend: command.lend }),
        ...(command.typedAt !== undefined && { typedAt: command.typedAt }),
      },
    }),
    ...(url && { host: { ...(await engine.machine.reach(url)), ...(tool.sends?.(args) && { sends: true }) } }),
  };
}

async function folderOf(cwd: string | undefined, engine: Engine): Promise<string> {
  return cwd === undefined ? engine.settings.cwd : (await engine.machine.resolve(cwd)).path;
}

/** True if a person was shown the edit and approved it, not a rule, a setting or a sub-agent. */
function isAgreedByPerson(
  { tool, decision }: { tool: Tool; decision: Decision },
  { context, engine }: Running,
): boolean {
  const { attended, autoApprove } = engine.settings.approval;
  const wasAsked = decision.verdict === 'ask' && attended && !context.unchecked;
  const isAuto = autoApprove && decision.reasons.every(({ risk }) => !risk);
  return tool.effect === 'edit' && wasAsked && !isAuto;
}

function editedBy({ effect }: Tool, use: Use, { status }: Outcome): string[] {
  return effect !== 'edit' || status !== 'ok' ? [] : writtenBy(use);
}

function writtenBy({ paths }: Use): string[] {
  return paths.filter(({ access }) => access === 'write').map(({ path }) => path);
}

function ranOf({ command }: Use, { result }: Outcome): CallResult['ran'] {
  const exitCode = result?.exit_code;
  return command && typeof exitCode === 'number' ? { line: command.line, exitCode } : undefined;
}

/** The model reads how to call the tool; the person reads what was wrong. */
function wrongArguments(args: MeantCall['args'], { words }: Engine): CallResult {
  const { error = 'The arguments could not be read.', at } = args && !args.ok ? args : {};
  return plain(failed(error), at === undefined ? undefined : words.policy.wrongArguments(at));
}

function unreadView(title: string, { shown }: CallResult): View {
  return shown === undefined ? { title } : { title, body: [{ type: 'text', text: shown }] };
}

function notStarted({ words }: Engine): CallResult {
  return plain({ status: 'cancelled', error: english.cancelledBefore }, words.policy.cancelledBefore);
}

function unknownTool(name: string, context: CallContext, engine: Engine): CallResult {
  if (engine.tools.has(name)) {
    const sentence = (say: PolicyWords) => say.toolOff(name, context.mode.name);
    return plain({ status: 'denied', error: sentence(english) }, sentence(engine.words.policy));
  }
  const { attended = [] } = context.mode; // left out of the list, so that it is the same wherever coder runs
  const names = context.tools
    .flatMap((tool) => (attended.includes(tool.name) || tool.deferred ? [] : [tool.name]))
    .join(', ');
  return plain(failed(`Unknown tool: ${name || '(no name)'}. Tools: ${names}`));
}

function hardBlocked({ reasons }: Decision, { words }: Engine): CallResult {
  const blocks = reasons.filter(({ code }) => code === 'hard-block');
  const sentence = (say: PolicyWords) => say.hardBlocked(reasonsText(blocks, say));
  return plain({ status: 'denied', error: sentence(english) }, sentence(words.policy));
}

function withKind({ looks, effect }: Tool, view: View): View {
  const kind = looks ?? (effect === 'edit' || effect === 'run' ? effect : undefined);
  return kind ? { ...view, kind } : view;
}

function viewOf(tool: Tool, args: unknown, { outcome, printed = outcome, shown }: CallResult): View {
  if (outcome.status === 'ok' || outcome.result) return tool.view(args, printed);
  return { title: tool.view(args).title, body: [{ type: 'text', text: shown ?? outcome.error }] };
}

function plain(outcome: Outcome, shown?: string): CallResult {
  return { outcome, ...(shown !== undefined && { shown }), edited: [], refused: false };
}
