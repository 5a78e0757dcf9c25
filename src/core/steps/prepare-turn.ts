/** Freezes what the turn works with and commits the user's message. */

import { newId } from '../../base/ids.ts';
import type { Message, Part } from '../../protocol/message.ts';
import { NO_USAGE } from '../../protocol/message.ts';
import type { Agent, Mode } from '../../protocol/mode.ts';
import type { ToolSpec } from '../../protocol/provider.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../record.ts';
import type { Services } from '../services.ts';

export interface TurnInput {
  turn: string;
  text: string;
  /** What goes with the text: mentioned files, pasted images. */
  attachments?: readonly Part[];
  mode: Mode;
  /** The agent that answers; the mode's own unless a sub-agent runs. */
  agent: Agent;
  model: string;
  /** The conversation so far. */
  messages: readonly Message[];
  turnsSoFar: number;
}

export async function prepareTurn(input: TurnInput, services: Services): Promise<TurnState> {
  const { turn, text, attachments = [], mode, agent, model, messages, turnsSoFar } = input;
  const tools = toolsOf(mode, agent, services.tools);
  const system = await services.systemPrompt(agent);
  const state: TurnState = {
    turn,
    prompt: newId('prompt'),
    mode,
    model,
    system,
    tools,
    messages,
    calls: [],
    step: 0,
    edited: [],
    refused: false,
    verifyAttempts: 0,
    usage: NO_USAGE,
  };
  services.emit({ type: 'turn-start', turn: state.turn, prompt: state.prompt, input: text });
  await noteRequest(state, services);

  const content: Part[] = [{ type: 'text', text }, ...attachments];
  const prepared = await record(state, { role: 'user', content }, services);
  const { maxSessionTurns } = services.limits;
  if (maxSessionTurns > 0 && turnsSoFar >= maxSessionTurns) {
    return { ...prepared, stop: 'turn-limit', error: `session turn limit reached (${maxSessionTurns})` };
  }
  return prepared;
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
