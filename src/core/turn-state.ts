/** What a turn is asked to do, and the state it begins with. */

import { newId } from '../base/ids.ts';
import { NO_USAGE, type Part } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import type { ToolSpec } from '../protocol/provider.ts';
import type { Tool } from '../protocol/tool.ts';
import type { TurnState } from '../protocol/turn.ts';
import type { Engine } from './engine.ts';
import { sentSchema } from './sent-schema.ts';

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
    specs: toSpecs(tools),
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

export function toolsOf(mode: Mode, agent: Agent, { tools, settings }: Pick<Engine, 'tools' | 'settings'>): Tool[] {
  const missing = settings.approval.attended ? [] : (mode.attended ?? []);
  const off = new Set([...mode.off, ...missing, ...agent.off]);
  const isFor = ({ name, primaryOnly }: Tool) =>
    !off.has(name) && (agent.only?.includes(name) ?? true) && !(primaryOnly && agent.kind === 'sub');
  return [...tools.values()].filter(isFor);
}

export function toSpecs(tools: readonly Tool[]): ToolSpec[] {
  return tools.map(({ name, description, input }) => ({ name, description, parameters: sentSchema(input.json) }));
}
