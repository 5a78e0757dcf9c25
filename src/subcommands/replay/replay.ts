/** Runs a recorded session again with the same answers of the model and the real tools, in a scratch copy of the workspace. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { createSecrets, placeholderKey } from '../../app/person/secrets.ts';
import type { SettingsInput } from '../../config/settings.ts';
import { presetIsLooser } from '../../config/strictness.ts';
import { createSessionUndo } from '../../host/checkpoint/session-undo.ts';
import { createWorkspace } from '../../host/files/workspace.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import { readInput } from '../../protocol/input.ts';
import type { ToolMessage } from '../../protocol/message.ts';
import type { Entry, Session } from '../../protocol/session.ts';
import type { WorkspaceDiff } from '../../protocol/undo.ts';
import { projectKey } from '../../session/grants.ts';
import { readEntries } from '../../session/log.ts';
import { createAnswers, type Refusal } from './answer-requests.ts';
import { type Compared, createComparison } from './comparison.ts';
import { replayProvider } from './replay-provider.ts';
import { type InputStage, type ReplayStage, replayScript } from './replay-script.ts';
import { makeScratchCopy } from './scratch-copy.ts';
import { createStandIns } from './stand-ins.ts';

export interface ReplayReport extends Compared {
  turns: number;
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
  const count = script.filter(({ kind }) => kind !== 'command').length;
  let turns = 0;
  let stage: InputStage | undefined;

  const standIns = createStandIns((id) => stage?.results.find(({ callId }) => callId === id)?.outcome);
  const answers = createAnswers({ yes, refusal: (id) => refusalOf(id, entries), isStandIn: standIns.has });
  const whyNotRun = (before: ToolMessage) => answers.whyNotRun(before.callId) ?? standIns.whyNotRun(before);
  const comparison = createComparison({ whyNotRun, whyLineNotRun: answers.whyNotRun, here });
  const remaining = () => stage?.answers.shift();
  const agent: AgentHandle = await buildAgent(
    {
      ...options,
      session: { kind: 'new' },
      attended: true,
      env: { ...options.env, CODER_HOME: home },
      flags: { ...options.flags, ...QUIET },
      provider: replayProvider(remaining, (text) => void agent.send({ type: 'steer', text })),
      adaptTool: standIns.adapt,
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
  return { turns, ...comparison.found };

  async function play(next: ReplayStage): Promise<void> {
    if (next.kind === 'command') {
      await agent.send({ type: 'submit', text: next.line });
      if (isLooser(next.line, app)) await agent.send({ type: 'submit', text: `/permissions ${RULES}` });
      return;
    }
    stage = { ...next, answers: [...next.answers] };
    standIns.beginTurn();
    comparison.beginTurn();
    turns += 1;
    onTurn?.(turns, count);
    await agent.send({ type: 'submit', text: next.text, images: next.images });
    await comparison.endTurn(next);
  }

  function follow(event: Stamped): void {
    if (event.type === 'request-start') {
      void agent.send({ type: 'answer', id: event.request.id, answer: answers.to(event.request) });
    }
    if (event.type === 'message-end' && event.agent === undefined) comparison.hear(event.message);
  }
}

function refusalOf(callId: string, entries: readonly Entry[]): Refusal | undefined {
  return entries.findLast(
    (entry) => entry.type === 'decision' && entry.callId === callId && entry.verdict === 'deny',
  ) as Refusal | undefined;
}

/** True if the line switches to a mode whose preset is looser than that of the replay. */
function isLooser(line: string, { tables }: AppSettings): boolean {
  const input = readInput(line);
  const mode = input.kind === 'command' && input.name === 'mode' ? tables.modes[input.args] : undefined;
  const [preset, rules] = [tables.presets[mode?.preset ?? ''], tables.presets[RULES]];
  return mode !== undefined && (!preset || !rules || presetIsLooser(preset, rules));
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
