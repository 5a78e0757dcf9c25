/** Ends the turn: reports why it ended and brings the session's snapshot up to date. */

import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { reportContext } from '../report-context.ts';
import { runningPrograms } from '../running-programs.ts';
import type { TurnState } from '../turn-state.ts';
import { turnChecks } from '../verify/turn-checks.ts';

export async function persist(state: TurnState, live: LiveSession, engine: Engine): Promise<TurnState> {
  const { usage, error } = state;
  const { turn, model } = state.fixed;
  const reason = state.stop ?? 'answered';
  await live.log.append({ type: 'turn-end', turn, reason, usage, ...(error && { error }) });
  await live.log.save();
  if (reason !== 'answered') reportContext(model, live, engine); // after an answer this was reported already
  const jobs = reason === 'cancelled' ? runningPrograms(engine.machine).map(({ name }) => name) : [];
  const checks = turnChecks(state.verification, engine.settings.cwd);
  engine.person.emit({
    type: 'turn-end',
    turn,
    reason,
    usage,
    ...(error && { error }),
    ...(state.refused && { refused: true }),
    ...(jobs.length > 0 && { jobs }),
    ...(checks && { checks }),
  });
  return state;
}
