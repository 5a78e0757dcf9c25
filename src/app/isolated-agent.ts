/**
 * Runs an agent with `isolation: worktree` in a separate worktree, made from the last commit and removed again if nothing is lost by that.
 */

import { randomText } from '../base/random.ts';
import type { Engine } from '../core/engine.ts';
import type { LiveSession } from '../core/live-session.ts';
import { runSubagent } from '../core/subagent.ts';
import type { SubagentReport, SubagentTask } from '../protocol/subagent.ts';
import type { Checkpoint } from '../protocol/undo.ts';
import type { RemovedWorktree, WorktreeRecord } from '../protocol/worktree.ts';
import { keptBecause } from '../words/kept-because.ts';
import { loadAppSettings } from './load-app-settings.ts';
import { createHost, machineOf } from './machine.ts';
import { createPromptSource } from './prompt/prompt-source.ts';
import type { Run } from './run.ts';
import { createAppLanguageServers } from './servers/language-servers.ts';
import { createToolSet } from './tool-set.ts';

const CLEAN_UP_MS = 30_000;
const LONGEST_NAME = 40;

/** `attended` is true if a person is present to answer. */
interface Outside {
  run: Run;
  attended: boolean;
}

export function delegateTo(
  { task, engine }: { task: SubagentTask; engine: Engine },
  live: LiveSession,
  outside: Outside,
  signal: AbortSignal,
): Promise<SubagentReport> {
  const isIsolated = engine.settings.tables.agents[task.agent]?.isolation === 'worktree';
  return (isIsolated ? inOwnWorktree(outside) : runSubagent)(task, live, engine, signal);
}

function inOwnWorktree({ run, attended }: Outside): typeof runSubagent {
  return async (task, live, engine, signal) => {
    const [{ openWorktreeHost }, { addWorktree }, { removeWorktree }] = await Promise.all([
      import('./fleet/worktree-host.ts'),
      import('../host/worktree/add-worktree.ts'),
      import('../host/worktree/remove-worktree.ts'),
    ]);
    const { options, app } = run;
    const trees = openWorktreeHost(app.home, options.env);
    try {
      const added = await addWorktree(trees, { cwd: options.cwd, name: nameFor(task.agent) }, signal);
      if (!added.ok)
        return {
          ok: false,
          error: `${task.agent} works in a separate worktree, but none was created: ${added.error.text}`,
        };
      const { record, cwd } = added.worktree;
      const inside = await enter(cwd, run, attended, engine);
      try {
        const report = await runSubagent(alone(task), inside.live(live), inside.engine(engine), signal);
        await inside.close();
        const removed = await removeWorktree(trees, record, 'alone', AbortSignal.timeout(CLEAN_UP_MS));
        if (removed.status === 'kept') run.warn(engine.words.turn.ownWorktree(record.path, record.branch));
        return withPlace(report, record, removed);
      } finally {
        await inside.close();
      }
    } finally {
      await trees.close();
    }
  };
}

/** Drops the report of changed files, which are not in the parent's folder and need no check there. */
function alone({ changed, ...task }: SubagentTask): SubagentTask {
  void changed;
  return task;
}

function nameFor(agent: string): string {
  const plain = agent.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `agent-${plain.slice(0, LONGEST_NAME)}-${randomText(8).toLowerCase()}`;
}

/** Tools, rules and prompt for the worktree; rights, hooks, sandbox and everything else stay those of the parent. */
async function enter(cwd: string, outside: Run, attended: boolean, { words }: Engine) {
  const { editor, ...rest } = outside.options; // it shows files of the parent's folder
  void editor;
  const options = { ...rest, cwd };
  const { trust } = await loadAppSettings(options);
  const run: Run = { ...outside, options, app: { ...outside.app, trust } };
  const host = createHost(run, `isolated-${randomText(8)}`, words.turn); // a new marker, so that only its children end
  const prompts = createPromptSource(run);
  const tools = createToolSet(run, host, prompts, attended, createAppLanguageServers(run, host));
  const machine = machineOf(host, tools, run, prompts.remembered);
  const { root, roots } = host.workspace;
  return {
    close: machine.close,
    live: (parent: LiveSession): LiveSession => ({
      ...parent,
      rules: { ...parent.rules, facts: (preset) => ({ ...parent.rules.facts(preset), root, roots }) },
      checkpoint: NO_CHECKPOINT,
      baselines: new Map(),
      checks: { agreed: new Set(), edited: new Set() },
    }),
    engine({ code, ...parent }: Engine): Engine {
      void code; // it looks at the parent's folder
      return {
        ...parent,
        settings: { ...parent.settings, cwd: root },
        models: { ...parent.models, systemPrompt: prompts.systemPrompt },
        machine,
        tools: new Map([...parent.tools, ...tools]),
      };
    },
  };
}

/** No checkpoints, because the whole worktree can be thrown away. */
const NO_CHECKPOINT: Checkpoint = {
  begin() {},
  prepare() {},
  before: async () => async () => {},
  settled: async () => {},
  close() {},
};

function withPlace(report: SubagentReport, record: WorktreeRecord, removed: RemovedWorktree): SubagentReport {
  const note = placeText(record, removed);
  if (!report.ok) return { ok: false, error: `${report.error}\n${note}` };
  return { ...report, summary: `${report.summary}\n\n${note}` };
}

function placeText({ path, branch, base }: WorktreeRecord, removed: RemovedWorktree): string {
  const from = `It worked in a separate worktree, from commit ${base.slice(0, 12)}; nothing here was changed.`;
  if (removed.status === 'kept')
    return `[${from} What it did is in ${path} on branch ${branch} (${keptBecause(removed.because)}).]`;
  if (removed.branch !== undefined) return `[${from} What it did is on branch ${removed.branch}.]`;
  return `[${from} It left no change, and the worktree is gone.]`;
}
