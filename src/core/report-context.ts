/** Reports to front ends how full the context is, what the session has cost and what runs in the background. */

import type { StateChange } from '../protocol/event.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';

export function reportContext(model: string, live: LiveSession, engine: Engine): void {
  const { tokens, estimated } = live.outgoing.size();
  const context = { tokens, estimated, limit: engine.models.window(model) };
  const jobs = engine.machine.jobs();
  const layer = engine.machine.sandbox.layerInUse;
  const change = {
    context,
    ...spentBy(live),
    ...(jobs.length > 0 && { jobs: jobs.filter(({ state }) => state === 'running').length }),
    ...(layer !== undefined && { sandbox: layer }),
  };
  engine.person.emit({ type: 'state-change', change });
}

/** What the session has cost; nothing if that is nothing, or not known at all. */
export function spentBy({ meter }: Pick<LiveSession, 'meter'>): Pick<StateChange, 'spent'> {
  const { money, isLeast } = meter.spent(Date.now());
  return money > 0 ? { spent: { money, isLeast } } : {};
}
