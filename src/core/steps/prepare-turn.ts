/** Freezes what the turn works with and commits the user's message. */

import { newId } from '../../base/ids.ts';
import { NO_USAGE, type Part } from '../../protocol/message.ts';
import type { Agent, Mode } from '../../protocol/mode.ts';
import type { ToolSpec } from '../../protocol/provider.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
import { noticesIn } from '../notices/notices.ts';
import { routeTurn } from '../route-model.ts';
import type { Services } from '../services.ts';
import { tell } from '../tell.ts';
import { plannedTodos, setTodos, toldTodos } from '../todos.ts';

export interface TurnInput {
  turn: string;
  text: string;
  /** What goes with the text: mentioned files, pasted images. */
  attachments?: readonly Part[];
  mode: Mode;
  /** The agent that answers; the mode's own unless a sub-agent runs. */
  agent: Agent;
  model: string;
  turnsSoFar: number;
  /** Off for the session by `/loop off`. */
  watchesLoops?: boolean;
}

export async function prepareTurn(input: TurnInput, services: Services): Promise<TurnState> {
  const { text, attachments = [], mode, agent, model: chosen, turnsSoFar } = input;
  const tools = toolsOf(mode, agent, services.tools);
  const system = await services.systemPrompt(agent);
  const { model, by } = routeTurn({ chosen, mode, agent, input: text }, services.routing);
  const state = openTurn({ ...input, model, system, tools });
  services.emit({ type: 'turn-start', turn: state.turn, prompt: state.prompt, input: text });
  if (by !== undefined) await tell(state, 'info', noticesIn(services.lang).routed(model, by, chosen), services);
  await noteRequest(state, services);

  const todos = plannedTodos(state, services);
  const content: Part[] = [{ type: 'text', text }, ...attachments, ...(todos ? [toldTodos(todos)] : [])];
  await record(state, { role: 'user', content }, services);
  if (todos) await setTodos(todos, services);
  const { maxSessionTurns } = services.limits;
  if (maxSessionTurns > 0 && turnsSoFar >= maxSessionTurns) {
    return { ...state, stop: 'turn-limit', error: `session turn limit reached (${maxSessionTurns})` };
  }
  return state;
}

/** Everything a turn knows when it begins. */
export function openTurn(input: TurnInput & Pick<TurnState, 'system' | 'tools'>): TurnState {
  const { turn, text, mode, model, system, tools, watchesLoops = true } = input;
  return {
    turn,
    prompt: newId('prompt'),
    input: text,
    mode,
    model,
    system,
    tools,
    calls: [],
    step: 0,
    continued: 0,
    ...(watchesLoops && { trail: [] }),
    changes: [],
    checks: [],
    verifyRuns: 0,
    refused: false,
    usage: NO_USAGE,
  };
}

export function toSpecs(tools: readonly Tool[]): ToolSpec[] {
  return tools.map(({ name, description, input }) => ({ name, description, parameters: input.json }));
}

export function toolsOf(mode: Mode, agent: Agent, tools: ReadonlyMap<string, Tool>): Tool[] {
  const off = new Set([...mode.off, ...agent.off]);
  return [...tools.values()].filter(({ name }) => !off.has(name) && (agent.only?.includes(name) ?? true));
}

/** The log holds what every request begins with, so that the very same request can be sent again. */
async function noteRequest(state: TurnState, services: Services): Promise<void> {
  const last = services.session.entries.findLast((entry) => entry.type === 'request');
  const names = state.tools.map(({ name }) => name).join();
  if (
    last?.model === state.model &&
    last.system === state.system &&
    last.tools.map(({ name }) => name).join() === names
  )
    return;
  await services.session.append({
    type: 'request',
    model: state.model,
    system: state.system,
    tools: toSpecs(state.tools),
  });
}
