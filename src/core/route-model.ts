/** Decides which model does which work: per agent, per mode, for simple requests, and a small one for side work. Pure. */

import type { Settings } from '../config/settings.ts';
import { isComplexTask } from '../context/complex-task.ts';
import type { Agent, Mode } from '../protocol/mode.ts';

type Routing = Settings['routing'];

export interface Route {
  model: string;
  /** The setting that decided; absent if the chosen model is used. */
  by?: string;
}

export interface RoutedTurn {
  chosen: string;
  mode: Pick<Mode, 'name'>;
  agent: Pick<Agent, 'name' | 'kind' | 'model'>;
  input: string;
}

/** Called once when a turn begins; the turn keeps the answer through all its steps. */
export function routeTurn({ chosen, mode, agent, input }: RoutedTurn, routing: Routing): Route {
  const byAgent = routing.agents[agent.name];
  if (byAgent !== undefined) return route(byAgent, `routing.agents.${agent.name}`, chosen);
  if (agent.model !== undefined) return route(agent.model, `agents.${agent.name}.model`, chosen);
  if (agent.kind === 'sub') return { model: chosen }; // it works on its parent's prompt, which already has a model
  const byMode = routing.modes[mode.name];
  if (byMode !== undefined) return route(byMode, `routing.modes.${mode.name}`, chosen);
  if (routing.simple !== undefined && !isComplexTask(input)) return route(routing.simple, 'routing.simple', chosen);
  return { model: chosen };
}

/** The model for a turn's side work: summaries and checks. */
export function sideModel(model: string, routing: Routing): string {
  return routing.small ?? model;
}

function route(model: string, by: string, chosen: string): Route {
  return model === chosen ? { model } : { model, by };
}
