/** Runs a recorded session again with the same answers of the model and the real tools, in a scratch copy of the workspace. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { createSecrets, placeholderKey } from '../../app/person/secrets.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { SettingsInput } from '../../config/settings.ts';
import { presetIsLooser } from '../../config/strictness.ts';
import { createSessionUndo } from '../../host/checkpoint/session-undo.ts';
import { createWorkspace } from '../../host/files/workspace.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import { readInput } from '../../protocol/input.ts';
import type { Outcome, ToolMessage } from '../../protocol/message.ts';
import type { Entry, Session } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { WorkspaceDiff } from '../../protocol/undo.ts';
import { projectKey } from '../../session/grants.ts';
import { readEntries } from '../../session/log.ts';
import { createAnswers, type Refusal, type WhyNotRun } from './answer-requests.ts';
import { compareOutcomes, compareTexts } from './compare-outcomes.ts';
import { replayProvider } from './replay-provider.ts';
import { type InputStage, replayScript, type Stage } from './replay-script.ts';
import { makeScratchCopy } from './scratch-copy.ts';

export interface ReplayReport {
  turns: number;
  /** Number of calls whose results were compared. */
  compared: number;
  differences: { call: string; diff: string }[];
  /** Calls that did not run again, and why. */
  notRun: { call: string; why: WhyNotRun }[];
  /** Files that could not be restored to their state at the start of the session. */
  notTakenBack: string[];
}

/** The preset for the replay: the rules are never looser than this, whatever the log contains. */
const RULES = 'balanced';

export interface ReplayOptions {
  /** Also runs commands that policy asks about. */
  yes: boolean;
  signal: AbortSignal;
  /** Called before each turn. */
  onTurn?(turn: number, of: number): void;
}

export async function replaySession(options: AgentOptions, id: string, how: ReplayOptions): Promise<ReplayReport> {
  const app = await loadAppSettings(options);
  const entries = readEntries(app.sessionsFolder, id);
  const scratch = await makeScratchCopy(options.cwd, app.home, await changesSince(app, options, id, entries));
  try {
    const report = await runAgain(app, { ...options, cwd: scratch.path }, scratch.home, entries, how);
    return { ...report, notTakenBack: scratch.notTakenBack };
  } finally {
    await scratch.remove();
  }
}

async function runAgain(
  app: AppSettings,
  options: AgentOptions,
  home: string,
  entries: readonly Entry[],
  { yes, signal, onTurn }: ReplayOptions,
): Promise<Omit<ReplayReport, 'notTakenBack'>> {
  const script = replayScript(entries);
  const recordedCwd = entries.find((entry) => entry.type === 'start')?.cwd ?? options.cwd;
  writeFileSync(join(home, 'placeholder-key'), placeholderKey(app.home), { mode: 0o600 }); // as in the session
  const { mask } = createSecrets(app, options, undefined);
  const here = (text: string) => mask(text).replaceAll(options.cwd, recordedCwd);
  const report: Omit<ReplayReport, 'notTakenBack'> = { turns: 0, compared: 0, differences: [], notRun: [] };
  const turns = script.filter(({ kind }) => kind !== 'command').length;
  let stage: InputStage | undefined;
  let results: ToolMessage[] = [];
  let block: string | undefined;

  const answers = createAnswers({ yes, refusal, isStandIn: (name) => standIns.has(name) });
  /** Tools that never run again; `stoodIn` holds the calls that did not. */
  const standIns = new Set<string>();
  const stoodIn = new Set<string>();
  const remaining = () => stage?.answers.shift();
  const agent: AgentHandle = await buildAgent(
    {
      ...options,
      session: { kind: 'new' },
      attended: true,
      env: { ...options.env, CODER_HOME: home },
      flags: { ...options.flags, ...QUIET },
      provider: replayProvider(remaining, (text) => void agent.send({ type: 'steer', text })),
      adaptTool,
    },
    follow,
  );
  try {
    await agent.send({ type: 'submit', text: '/loop off' });
    await agent.send({ type: 'submit', text: `/permissions ${RULES}` });
    signal.addEventListener('abort', () => void agent.send({ type: 'cancel' }), { once: true });
    for (const next of script) if (!signal.aborted) await play(next);
  } finally {
    await agent.send({ type: 'close' });
  }
  return report;

  async function play(next: Stage): Promise<void> {
    if (next.kind === 'command') {
      await agent.send({ type: 'submit', text: next.line });
      if (isLooser(next.line)) await agent.send({ type: 'submit', text: `/permissions ${RULES}` });
      return;
    }
    stage = { ...next, answers: [...next.answers] };
    results = [];
    stoodIn.clear();
    block = undefined;
    report.turns += 1;
    onTurn?.(report.turns, turns);
    await agent.send({ type: 'submit', text: next.text, images: next.images });
    for (const before of next.results) await compare(before);
    const input = readInput(next.text);
    if (input.kind === 'shell' && next.block !== undefined) await compareBlock(input.command, next.block);
  }

  async function compare(before: ToolMessage): Promise<void> {
    const call = `${before.name} ${before.callId}`;
    const index = results.findIndex(({ callId }) => callId === before.callId);
    const [now] = index < 0 ? [] : results.splice(index, 1);
    const isStandIn = standIns.has(before.name) || stoodIn.has(before.callId);
    const why = answers.whyNotRun(before.callId) ?? (isStandIn ? whyStandIn(before.outcome) : undefined);
    if (why !== undefined) {
      report.notRun.push({ call, why });
      return;
    }
    report.compared += 1;
    const diff = now ? await compareOutcomes(before.outcome, now.outcome, here) : 'the call was not made again\n';
    if (diff !== undefined) report.differences.push({ call, diff });
  }

  async function compareBlock(command: string, before: string): Promise<void> {
    const why = answers.whyNotRun(command);
    const line = `! ${command}`;
    if (why !== undefined) {
      report.notRun.push({ call: line, why });
      return;
    }
    report.compared += 1;
    const diff = await compareTexts(before, here(block ?? ''));
    if (diff !== undefined) report.differences.push({ call: line, diff });
  }

  function follow(event: Stamped): void {
    if (event.type === 'request-start') {
      void agent.send({ type: 'answer', id: event.request.id, answer: answers.to(event.request) });
    }
    if (event.type !== 'message-end' || event.agent !== undefined) return;
    if (event.message.role === 'tool') results.push(event.message);
    else if (event.message.role === 'note' && event.message.audience === 'both') block ??= event.message.text;
  }

  function refusal(callId: string): Refusal | undefined {
    return entries.findLast(
      (entry) => entry.type === 'decision' && entry.callId === callId && entry.verdict === 'deny',
    ) as Refusal | undefined;
  }

  function recorded(callId: string): Outcome | undefined {
    return stage?.results.find((result) => result.callId === callId)?.outcome;
  }

  function adaptTool(tool: Tool): Tool {
    if (!runsAgain(tool)) standIns.add(tool.name);
    return {
      ...tool,
      async execute(args, context) {
        const before = recorded(context.callId);
        const isLive = runsAgain(tool) && before?.status !== 'cancelled' && !needsTerminal(args);
        if (isLive || !before) return tool.execute(args, context);
        stoodIn.add(context.callId);
        return before;
      },
    };
  }

  function isLooser(line: string): boolean {
    const mode = app.tables.modes[/^\/mode (\S+)$/.exec(line)?.[1] ?? ''];
    const [preset, rules] = [app.tables.presets[mode?.preset ?? ''], app.tables.presets[RULES]];
    return mode !== undefined && (!preset || !rules || presetIsLooser(preset, rules));
  }
}

/** True unless the tool asks, or needs the network, another model or the user's own files; such a tool returns its recorded outcome. */
function runsAgain({ effect, outside, forLine }: Tool): boolean {
  if (effect === 'run') return forLine !== undefined;
  return !outside && (effect === 'none' || effect === 'read' || effect === 'edit');
}

/** A program that waits for input would wait forever. */
function needsTerminal(args: unknown): boolean {
  return isPlainObject(args) && args.interactive === true;
}

function whyStandIn({ status }: Outcome): WhyNotRun {
  return status === 'cancelled' ? 'cancelled' : 'elsewhere';
}

/** Settings that prevent the engine from adding anything, since the log contains all that was said. */
const QUIET: SettingsInput = {
  context_limit: 1_000_000_000,
  approval: { auto_approve_ask: false, interactive: true },
  runtime: { max_steps: 10_000, max_session_turns: 0, next_speaker_check: 'off' },
  workflow: { auto_verify_after_edit: false, require_todo_for_complex: false, verify_baseline: false },
};

/** The changes that turns of the session made to files, if their records still exist. */
async function changesSince(
  app: AppSettings,
  options: AgentOptions,
  id: string,
  entries: readonly Entry[],
): Promise<WorkspaceDiff> {
  const workspace = createWorkspace({ root: options.cwd, extraRoots: [] });
  const env = childEnvironment(options.env, { keep: [], secretValues: [] });
  const processes = createProcesses({ env, marker: 'replay' });
  const session: Session = {
    id,
    entries,
    now: Date.now,
    append: () => Promise.reject(new Error('a session that is replayed is only read')),
    save: async () => {},
    close: async () => {},
  };
  const { home, settings } = app;
  try {
    const folder = () => join(home, 'projects', projectKey(workspace.root), 'undo');
    const limits = { maxBytes: settings.undo.max_bytes, maxTurns: settings.undo.max_turns };
    const { roots } = workspace;
    const { files } = createSessionUndo({ folder, roots, session, limits, processes, env, warn() {} });
    return await files.diff();
  } finally {
    await processes.close();
  }
}
