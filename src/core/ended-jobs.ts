/** Tells the model of jobs that ended by themselves, once each, with its next request. */

import type { TurnState } from '../protocol/turn.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { logNote } from './log-note.ts';

export async function tellEnded(state: TurnState, live: LiveSession, engine: Engine): Promise<void> {
  for (const { id, state: ended, exitCode } of engine.machine.jobs()) {
    if (ended !== 'exited' || live.endedJobs.has(id)) continue;
    live.endedJobs.add(id);
    await logNote(
      live.log,
      { text: `[${id} ended: exit ${exitCode ?? 'unknown'}; jobs read ${id}]`, audience: 'both' },
      state,
    );
  }
}
