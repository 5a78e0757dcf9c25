/** A turn inside a turn, for the task tool: own context, no more rights than its parent. */

import { newId } from '../base/ids.ts';
import { createOutgoing } from '../context/outgoing.ts';
import { saidLast } from '../log/said-last.ts';
import { textOf, type Usage } from '../protocol/message.ts';
import type { Mode } from '../protocol/mode.ts';
import type { EntryBody, Session } from '../protocol/session.ts';
import { memorySession } from './memory-session.ts';
import type { Services } from './services.ts';
import { runTurn } from './turn.ts';

/** A sub-agent cannot start another, nor change what its parent plans. */
const NEVER = ['task', 'question', 'todowrite'];

export interface SubagentTask {
  agent: string;
  objective: string;
  /** The mode of the parent: its preset decides for the child too. */
  mode: Mode;
  model: string;
  /** Told which files it changed: what they need to be checked is for the parent to see to. */
  changed?(paths: readonly string[]): void;
}

export type SubagentReport = { ok: true; summary: string; usage: Usage; steps: number } | { ok: false; error: string };

export async function runSubagent(
  task: SubagentTask,
  services: Services,
  signal: AbortSignal,
): Promise<SubagentReport> {
  const agent = services.tables.agents[task.agent];
  const names = Object.values(services.tables.agents).flatMap(({ kind, name }) => (kind === 'sub' ? [name] : []));
  if (!agent) return { ok: false, error: `Unknown agent: ${task.agent}. Agents: ${names.join(', ')}` };
  if (agent.kind === 'primary')
    return { ok: false, error: `${agent.name} is a primary agent. Agents: ${names.join(', ')}` };

  const session = meteredSession(agent.name, services.session);
  const child: Services = {
    ...services,
    session,
    outgoing: createOutgoing(session.entries),
    limits: { ...services.limits, maxSessionTurns: 0, maxSteps: agent.maxSteps ?? services.limits.maxSteps },
    emit: (event) => services.emit(event, agent.name),
  };
  const mode: Mode = { ...task.mode, verify: 'never', off: [...task.mode.off, ...NEVER] };
  const state = await runTurn(
    {
      turn: newId('turn'),
      text: task.objective,
      mode,
      agent,
      model: task.model,
      turnsSoFar: 0,
    },
    child,
    signal,
  );
  task.changed?.(state.changes.flatMap((change) => (change.kind === 'file' ? [change.path] : [])));
  if (state.stop !== 'answered') return { ok: false, error: state.error ?? `The sub-agent stopped: ${state.stop}` };
  const last = saidLast(session.entries).find((message) => message.role === 'assistant');
  return { ok: true, summary: last ? textOf(last.content) : '', usage: state.usage, steps: state.step };
}

/** Its conversation is its own; what it spends is told to its parent's log. */
function meteredSession(agent: string, parent: Session): Session {
  const session = memorySession();
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
