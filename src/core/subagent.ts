/** Runs a sub-agent for the task tool: a turn inside a turn, with a separate session and no more rights than its parent. */

import { newId } from '../base/ids.ts';
import { createOutgoing } from '../context/outgoing.ts';
import { saidLast } from '../log/said-last.ts';
import { type Part, textOf, type Usage } from '../protocol/message.ts';
import type { Agent } from '../protocol/mode.ts';
import type { EntryBody, Session } from '../protocol/session.ts';
import type { SubagentReport, SubagentTask } from '../protocol/subagent.ts';
import type { Engine } from './engine.ts';
import { failTurn } from './fail-turn.ts';
import type { LiveSession } from './live-session.ts';
import { memorySession } from './memory-session.ts';
import { type TurnInput, toolsOf } from './open-turn.ts';
import { runTurn } from './turn.ts';
import { createWork } from './verify/session-work.ts';

export async function runSubagent(
  task: SubagentTask,
  parent: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<SubagentReport> {
  const { agents } = engine.settings.tables;
  const agent = agents[task.agent];
  const names = Object.values(agents).flatMap(({ kind, name }) => (kind === 'sub' ? [name] : []));
  if (!agent) return { ok: false, error: `Unknown agent: ${task.agent}. Agents: ${names.join(', ')}` };
  if (agent.kind === 'primary')
    return { ok: false, error: `${agent.name} is a primary agent. Agents: ${names.join(', ')}` };
  if (task.mode.onlyReads && !isReader(agent, engine)) {
    const readers = names.filter((name) => agents[name] && isReader(agents[name], engine));
    return { ok: false, error: `In ${task.mode.name} mode only agents that read can be used: ${readers.join(', ')}` };
  }

  const log = meteredSession(agent.name, parent.log);
  const { entries } = log;
  const its = { log, outgoing: createOutgoing(entries), work: createWork(entries), loadedTools: new Set<string>() };
  const live: LiveSession = { ...parent, ...its };
  const { objective: text, model, mode } = task;
  const input = { turn: newId('turn'), text, mode: { ...mode, verify: 'never' as const }, agent, model, turnsSoFar: 0 };
  const own = engineFor(agent, task, parent.log.id, engine);
  const attachments = await startedBy(input, agent.name, live, own, signal);
  const state = await runTurn({ ...input, attachments }, live, own, signal).catch((error: unknown) => {
    failTurn(input.turn, error, own);
    throw error;
  });
  task.changed?.(state.verification.changes.flatMap((change) => (change.kind === 'file' ? [change.path] : [])));
  if (state.stop !== 'answered') return { ok: false, error: state.error ?? `The sub-agent stopped: ${state.stop}` };
  const last = saidLast(log.entries).find((message) => message.role === 'assistant');
  return { ok: true, summary: last ? textOf(last.content) : '', usage: state.usage, steps: state.step };
}

/** True if all the agent's tools only read. */
function isReader({ only }: Agent, { tools }: Engine): boolean {
  const reads = (name: string) => (tools.has(name) ? tools.get(name)?.effect === 'read' : !name.startsWith('mcp_'));
  return only?.every(reads) ?? false;
}

/** Returns what hooks tell the sub-agent when it starts. */
async function startedBy(
  input: TurnInput,
  agent: string,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<readonly Part[]> {
  if (!engine.hooks) return [];
  const { subagentHooks } = await import('./hooks/turn-hooks.ts');
  return subagentHooks(input, agent, live, engine, signal);
}

/** The parent's engine with events under the agent's name, the agent's limits and tools, and no trust for files it writes. */
function engineFor(agent: Agent, { mode, call }: SubagentTask, session: string, engine: Engine): Engine {
  const { name, maxSteps } = agent;
  const { settings, person, hooks } = engine;
  const runtime = { ...settings.runtime, max_session_turns: 0, ...(maxSteps !== undefined && { max_steps: maxSteps }) };
  return {
    ...engine,
    trust: undefined,
    hooks: hooks?.within({ id: newId('agent'), type: name, session, cwd: settings.cwd }),
    settings: { ...settings, runtime },
    tools: new Map(toolsOf(mode, agent, engine).map((tool) => [tool.name, tool])),
    person: { ...person, emit: (event) => person.emit(event, name, call) },
  };
}

/** A separate conversation whose spending is also reported to the parent's log. */
function meteredSession(agent: string, parent: Session): Session {
  const session = memorySession(() => parent.now());
  return {
    ...session,
    async append(body) {
      const spent = spentIn(body);
      if (spent) await parent.append({ type: 'usage', agent, ...spent });
      return session.append(body);
    },
  };
}

function spentIn(body: EntryBody): { model: string; usage: Usage } | undefined {
  switch (body.type) {
    case 'message': {
      const { message } = body;
      return message.role === 'assistant' && message.usage ? { model: message.model, usage: message.usage } : undefined;
    }
    case 'compaction':
    case 'usage':
      return body.model !== undefined && body.usage ? { model: body.model, usage: body.usage } : undefined;
    default:
      return undefined;
  }
}
