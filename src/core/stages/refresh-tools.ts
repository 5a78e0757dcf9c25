/** Updates the tools before a model call: a server may have announced more, and the last step may have looked some up. */

import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { logRequest } from '../log-request.ts';
import { toolboxOf } from '../open-turn.ts';
import type { Toolbox, TurnState } from '../turn-state.ts';

export async function refreshTools(state: TurnState, live: LiveSession, engine: Engine): Promise<TurnState> {
  const { toolbox } = state;
  if (isCurrent(toolbox, live, engine)) return state;
  const { mode, agent } = state.fixed;
  const next = toolboxOf(mode, agent, live, engine);
  const isSame = next.tools.length === toolbox.tools.length && next.specs.length === toolbox.specs.length;
  if (isSame) return { ...state, toolbox: { ...toolbox, madeFrom: next.madeFrom } };
  const refreshed = { ...state, toolbox: next };
  await logRequest(refreshed, live);
  return refreshed;
}

/** True if the engine still has exactly the tools that the toolbox was made from. Runs before every model call, so it allocates nothing. */
function isCurrent({ madeFrom }: Toolbox, { loadedTools }: LiveSession, { tools }: Engine): boolean {
  if (tools.size !== madeFrom.tools.length || loadedTools?.size !== madeFrom.loaded) return false;
  let at = 0;
  for (const tool of tools.values()) if (tool !== madeFrom.tools[at++]) return false;
  return true;
}
