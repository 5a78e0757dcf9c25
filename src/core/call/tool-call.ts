/** The one path every tool call takes, whoever asked: find, parse, decide, ask, execute. */

import { decide } from '../../policy/decide.ts';
import type { Outcome, ToolCall } from '../../protocol/message.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Decision, Use } from '../../protocol/policy.ts';
import { type Failure, failed, failureOf, isFailure, type Tool, type ToolContext } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';
import type { Services } from '../services.ts';
import { approve } from './approve.ts';
import { prepareCheckpoint, withCheckpoint } from './checkpoint.ts';
import { readArguments } from './read-arguments.ts';

export interface CallContext {
  turn: string;
  tools: readonly Tool[];
  mode: Mode;
  model: string;
  origin: Use['origin'];
  /** `! ls` with `command_mode.approval: "direct"`: only the hard block is left. */
  unchecked?: boolean;
}

export interface CallResult {
  outcome: Outcome;
  /** Real paths this call changed. */
  edited: string[];
  /** The command line this call ran to its end. */
  ran?: { line: string; exitCode: number };
  /** It needed an approval that was refused or that nobody could give. */
  refused: boolean;
}

export async function runCall(
  call: ToolCall,
  context: CallContext,
  services: Services,
  signal: AbortSignal,
): Promise<CallResult> {
  const started = performance.now();
  let waitedMs = 0;
  const tool = context.tools.find(({ name }) => name === call.name);
  const args = tool && readArguments(call, tool);
  const readable = tool && args?.ok;
  services.emit({ type: 'call-start', call, view: readable ? tool.view(args.value) : { title: call.name } });

  const result = await attempt();
  const view = readable ? viewOf(tool, args.value, result.outcome) : { title: call.name };
  const durationMs = Math.round(performance.now() - started - waitedMs);
  services.emit({ type: 'call-end', callId: call.id, outcome: result.outcome, view, durationMs });
  return result;

  async function attempt(): Promise<CallResult> {
    if (signal.aborted) return plain({ status: 'cancelled', error: 'Cancelled before it started.' });
    if (!tool) return plain(unknownTool(call.name, context, services));
    if (!args?.ok) return plain(failed(args?.error ?? 'The arguments could not be read.'));
    try {
      const waited = (ms: number) => void (waitedMs = ms);
      return await decideAndRun(tool, args.value, { call, context, services, signal, waited });
    } catch (error) {
      return plain(failureOf(error, call.name, signal));
    }
  }
}

interface Running {
  call: ToolCall;
  context: CallContext;
  services: Services;
  signal: AbortSignal;
  /** Told how long it took until there was an answer: the person's time, not the call's. */
  waited(ms: number): void;
}

async function decideAndRun(tool: Tool, args: unknown, running: Running): Promise<CallResult> {
  const { call, context, services, signal, waited } = running;
  const use = await useOf(tool, args, running);
  const preset = services.tables.presets[context.mode.preset];
  if (!preset) return plain(failed(`Unknown permission preset: ${context.mode.preset}`));
  const facts = services.facts(preset);
  const decision = decide(use, facts);
  const others: string[] = [];
  const toolContext: ToolContext = {
    callId: call.id,
    turn: context.turn,
    origin: context.origin,
    mode: context.mode,
    model: context.model,
    signal,
    changed: (paths) => void others.push(...paths),
    output: (text, stream) => services.emit({ type: 'call-output', callId: call.id, stream, text }),
  };
  const judged = { tool, use, decision };

  if (!context.unchecked) {
    if (decision.verdict === 'ask') prepareCheckpoint(judged, services, signal);
    const view = await proposedView(tool, args, decision, toolContext);
    if (isFailure(view)) return plain(view);
    const askedAt = performance.now();
    const refusal = await approve({ call, turn: context.turn, decision, view, use, facts }, services, signal);
    waited(performance.now() - askedAt);
    if (refusal) return { ...refusal, edited: [] };
  }
  if (decision.hardBlock) return plain(hardBlocked(decision)); // last, and whatever was approved
  if (signal.aborted) return plain({ status: 'cancelled', error: 'Cancelled before it started.' });

  const outcome = await withCheckpoint(judged, services, signal, () => tool.execute(args, toolContext));
  const ran = ranOf(use, outcome);
  return { outcome, edited: [...editedBy(tool, use, outcome), ...others], ...(ran && { ran }), refused: false };
}

/** What the call would do, for whoever is asked about it; a failure ends the call before that. */
async function proposedView(
  tool: Tool,
  args: unknown,
  { verdict }: Decision,
  context: ToolContext,
): Promise<View | Failure> {
  return verdict !== 'deny' && tool.preview ? tool.preview(args, context) : tool.view(args);
}

async function useOf(tool: Tool, args: unknown, { context, services }: Running): Promise<Use> {
  const paths = await Promise.all(
    (tool.paths?.(args) ?? []).map(async ({ path, access }) => ({
      ...(await services.resolve(path)),
      shown: path,
      access,
    })),
  );
  const command = tool.command?.(args);
  const url = tool.url?.(args);
  return {
    tool: tool.name,
    permission: command?.permission ?? tool.permission,
    effect: tool.effect,
    paths,
    origin: context.origin,
    ...(command && {
      command: {
        line: command.line,
        cwd: await folderOf(command.cwd, services),
        ...(command.interactive && { interactive: true }),
      },
    }),
    ...(url && { host: { ...(await services.reach(url)), ...(tool.sends?.(args) && { sends: true }) } }),
  };
}

async function folderOf(cwd: string | undefined, services: Services): Promise<string> {
  return cwd === undefined ? services.cwd : (await services.resolve(cwd)).path;
}

function editedBy({ effect }: Tool, { paths }: Use, { status }: Outcome): string[] {
  if (effect !== 'edit' || status !== 'ok') return [];
  return paths.filter(({ access }) => access === 'write').map(({ path }) => path);
}

function ranOf({ command }: Use, { result }: Outcome): CallResult['ran'] {
  const exitCode = result?.exit_code;
  return command && typeof exitCode === 'number' ? { line: command.line, exitCode } : undefined;
}

function unknownTool(name: string, context: CallContext, services: Services): Failure {
  if (services.tools.has(name)) {
    return { status: 'denied', error: `The tool ${name} is off in ${context.mode.name} mode.` };
  }
  const names = context.tools.map((tool) => tool.name).join(', ');
  return failed(`Unknown tool: ${name || '(no name)'}. Tools: ${names}`);
}

function hardBlocked({ reasons }: Decision): Failure {
  const why = reasons.filter(({ code }) => code === 'hard-block').map(({ text }) => text);
  return { status: 'denied', error: `Blocked in every mode: ${why.join('; ')}` };
}

function viewOf(tool: Tool, args: unknown, outcome: Outcome): View {
  if (outcome.status === 'ok' || outcome.result) return tool.view(args, outcome);
  return { title: tool.view(args).title, body: [{ type: 'text', text: outcome.error }] };
}

function plain(outcome: Outcome): CallResult {
  return { outcome, edited: [], refused: false };
}
