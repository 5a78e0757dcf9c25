/** The input of a turn, and the state it begins with. */

import { newId } from '../base/ids.ts';
import { isNamedIn, serverRule } from '../policy/server-rule.ts';
import { NO_USAGE, type Part } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import { SERVERS } from '../protocol/permission.ts';
import type { ToolSpec } from '../protocol/provider.ts';
import { isServerTool } from '../protocol/server-names.ts';
import type { Tool } from '../protocol/tool.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { sentSchema } from './sent-schema.ts';
import { type FixedForTurn, NO_CALLS, type Toolbox, type TurnState } from './turn-state.ts';

export interface TurnInput {
  turn: string;
  /** The id of the prompt, if already assigned. */
  prompt?: string;
  text: string;
  /** Parts sent with the text: mentioned files, pasted images. */
  attachments?: readonly Part[];
  mode: Mode;
  /** The agent that answers; the mode's own unless a sub-agent runs. */
  agent: Agent;
  model: string;
  turnsSoFar: number;
  /** The id of the prompt to continue; that prompt is already in the log and is not sent again. */
  continues?: string;
  /** `false` if `/loop off` was given in this session. */
  watchesLoops?: boolean;
}

/** The id of the prompt that the turn works on. */
export function promptOf({ continues, prompt }: TurnInput): string {
  return continues ?? prompt ?? newId('prompt');
}

/** The state a turn begins with. */
export function openTurn(input: TurnInput & Pick<FixedForTurn, 'system'> & Pick<TurnState, 'toolbox'>): TurnState {
  const { turn, text, mode, agent, model, system, toolbox, watchesLoops = true } = input;
  return {
    fixed: { turn, prompt: promptOf(input), input: text, mode, agent, model, system },
    toolbox,
    reply: NO_CALLS,
    step: 0,
    continued: 0,
    ...(watchesLoops && { trail: [] }),
    verification: { changes: [], checks: [], runs: 0 },
    refused: false,
    usage: NO_USAGE,
  };
}

export function toolsOf(mode: Mode, agent: Agent, { tools, settings }: Pick<Engine, 'tools' | 'settings'>): Tool[] {
  const missing = settings.approval.attended ? [] : (mode.attended ?? []);
  const off = [...mode.off, ...missing, ...agent.off];
  const isWanted = ({ name, findsTools }: Tool, only: readonly string[]) =>
    isNamedIn(only, name) || (findsTools === true && only.some((each) => isServerTool(each)));
  const isFor = (tool: Tool) =>
    !isNamedIn(off, tool.name) &&
    (!agent.only || isWanted(tool, agent.only)) &&
    !(tool.primaryOnly && agent.kind === 'sub');
  const preset = settings.tables.presets[mode.preset];
  const isAllowed = (tool: Tool) => tool.permission !== SERVERS || !preset || serverRule(tool, preset) !== 'deny';
  const found = [...tools.values()].filter((tool) => isFor(tool) && isAllowed(tool));
  const hasMore = found.some(({ deferred, permission }) => deferred && permission === SERVERS);
  return hasMore ? found : found.filter(({ findsTools }) => !findsTools);
}

/** What a turn of this mode and agent can call, and what is sent of it. */
export function toolboxOf(mode: Mode, agent: Agent, live: LiveSession, engine: Engine): Toolbox {
  const tools = toolsOf(mode, agent, engine);
  const madeFrom = { tools: [...engine.tools.values()], loaded: live.loadedTools?.size };
  return { tools, specs: toSpecs(sentTools(tools, live)), madeFrom };
}

/** Tools whose definitions are sent. Tools looked up later come last and stay, so that earlier definitions are sent unchanged. */
function sentTools(tools: readonly Tool[], { loadedTools = new Set() }: Pick<LiveSession, 'loadedTools'>): Tool[] {
  const loaded = [...loadedTools].flatMap((name) => tools.find((tool) => tool.deferred && tool.name === name) ?? []);
  return [...tools.filter(({ deferred }) => !deferred), ...loaded];
}

function toSpecs(tools: readonly Tool[]): ToolSpec[] {
  return tools.map(({ name, description, input }) => ({ name, description, parameters: sentSchema(input.json()) }));
}
