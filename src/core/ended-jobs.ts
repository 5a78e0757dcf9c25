/** Jobs that ended by themselves: the model is told of each once, with its next result, or before the next message of the person. */

import type { TurnState } from '../protocol/turn.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { logNote } from './log-note.ts';

/** One line for each that it has not been told of. */
export function takeEnded(live: LiveSession, engine: Engine): string[] {
  return engine.machine.jobs().flatMap(({ id, state, exitCode }) => {
    if (state !== 'exited' || live.endedJobs.has(id)) return [];
    live.endedJobs.add(id);
    return [`[${id} ended: exit ${exitCode ?? 'unknown'}; jobs read ${id}]`];
  });
}

/** Between turns there is no result to tell it with. */
export async function tellEnded(state: TurnState, live: LiveSession, engine: Engine): Promise<void> {
  for (const text of takeEnded(live, engine)) await logNote(live.log, { text, audience: 'both' }, state);
}
