/** Freezes what the turn works with and commits the user's message. */

import type { Ability } from '../../context/system-prompt.ts';
import { saidLast } from '../../log/said-last.ts';
import type { Part } from '../../protocol/message.ts';
import type { Agent, Mode } from '../../protocol/mode.ts';
import type { Session } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import { record } from '../call/record.ts';
import { hasShell } from '../call/shell-tool.ts';
import { tellEnded } from '../ended-jobs.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { logRequest } from '../log-request.ts';
import { openTurn, promptOf, type TurnInput, toolboxOf } from '../open-turn.ts';
import { routeTurn } from '../route-model.ts';
import { tellPerson } from '../tell-person.ts';
import { plannedTodos, toldTodos } from '../todos.ts';
import type { Change, TurnState } from '../turn-state.ts';

export async function prepareTurn(input: TurnInput, live: LiveSession, engine: Engine): Promise<TurnState> {
  const { text, attachments = [], mode, agent, model: chosen, turnsSoFar } = input;
  const { routing, runtime } = engine.settings;
  const prompt = promptOf(input);
  engine.person.emit({ type: 'turn-start', turn: input.turn, prompt, input: text, kind: 'prompt' }); // first: the rest may throw
  const toolbox = toolboxOf(mode, agent, live, engine);
  const system = await systemOf(toolbox.tools, mode, agent, engine);
  const { model, by } = routeTurn({ chosen, mode, agent, input: text }, routing);
  const state = openTurn({ ...input, prompt, model, system, toolbox });
  if (by !== undefined) await tellPerson(state, 'info', engine.words.turn.routed(model, by, chosen), live, engine);
  await logRequest(state, live);
  if (input.continues !== undefined) return takeUp(state, live, engine);

  const planned = plannedTodos(state, live, engine);
  const content: Part[] = [{ type: 'text', text }, ...attachments, ...(planned ? [toldTodos(planned)] : [])];
  const stopped = wasStopped(live.log);
  await tellEnded(state, live, engine);
  await record(state, { role: 'user', content, ...(stopped && { said: 'after-stop' as const }) }, live, engine);
  if (planned) await live.todos.write(planned);
  const { max_session_turns: maxSessionTurns } = runtime;
  if (maxSessionTurns > 0 && turnsSoFar >= maxSessionTurns) {
    return { ...state, stop: 'turn-limit', error: engine.words.turn.turnLimit(maxSessionTurns) };
  }
  return state;
}

const GO_ON = 'You were interrupted. Go on where you stopped.';

/** Resumes a turn that was cut short: its changes still count, and a finished answer is kept. */
async function takeUp(state: TurnState, live: LiveSession, engine: Engine): Promise<TurnState> {
  const { cwd } = engine.settings;
  const paths = [...live.work(engine.tools).edited].map((path) => (path.startsWith('/') ? path : `${cwd}/${path}`));
  const changes: Change[] = paths.map((path) => ({ kind: 'file', path }));
  const taken: TurnState = { ...state, verification: { ...state.verification, changes } };
  const [last] = saidLast(live.log.entries);
  if (last?.role !== 'assistant') return taken;
  if (!last.interrupted && !wasEnded(live.log)) return { ...taken, stop: 'answered' };
  await record(taken, { role: 'user', by: 'coder', content: [{ type: 'text', text: GO_ON }] }, live, engine);
  return taken;
}

/** True if no message followed the last turn's end. */
function wasEnded({ entries }: Session): boolean {
  return entries.findLast(({ type }) => type === 'turn-end' || type === 'message')?.type === 'turn-end';
}

/** The system prompt that every request of this turn starts with. */
export function systemOf(tools: readonly Tool[], mode: Mode, agent: Agent, engine: Engine): Promise<string> {
  const setting = { can: abilitiesOf(tools), mode: mode.name, isAttended: isAttended(engine) };
  return engine.models.systemPrompt(agent, setting);
}

function abilitiesOf(tools: readonly Tool[]): Set<Ability> {
  const can = new Set<Ability>();
  if (tools.some(({ effect }) => effect === 'edit')) can.add('edit');
  if (hasShell(tools)) can.add('run');
  if (tools.some(({ permission }) => permission === 'skill')) can.add('skills');
  if (tools.some(({ permission }) => permission === 'task')) can.add('agents');
  return can;
}

/** True if a person or a setting can answer requests. */
function isAttended({ settings }: Engine): boolean {
  return settings.approval.attended || settings.approval.autoApprove;
}

/** True if the person stopped the previous turn. */
function wasStopped({ entries }: Session): boolean {
  const end = entries.findLast((entry) => entry.type === 'turn-end');
  return end?.reason === 'cancelled';
}
