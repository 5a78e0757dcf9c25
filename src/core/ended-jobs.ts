/** Reports jobs that ended on their own to the model, once each: with its next result, or before the person's next message. */

import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { logNote } from './log-note.ts';
import type { TurnState } from './turn-state.ts';

/** Returns one line for each ended job that the model has not been told about, and marks it as reported. */
export function takeEnded(live: LiveSession, engine: Engine): string[] {
  return engine.machine.jobs().flatMap(({ id, state, exitCode }) => {
    if (state !== 'exited' || live.endedJobs.has(id)) return [];
    live.endedJobs.add(id);
    return [`[${id} ended: exit ${exitCode ?? 'unknown'}; jobs read ${id}]`];
  });
}

/** Logs ended jobs as notes, because between turns there is no result to attach them to. */
export async function tellEnded(state: TurnState, live: LiveSession, engine: Engine): Promise<void> {
  for (const text of takeEnded(live, engine)) await logNote(live.log, { text, audience: 'both' }, state.fixed);
}
