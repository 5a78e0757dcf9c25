/** Tells front ends how full the context is. */

import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';

export function reportContext(model: string, live: LiveSession, engine: Engine): void {
  const context = { ...live.outgoing.size(), limit: engine.models.window(model) };
  engine.person.emit({ type: 'state-change', change: { context } });
}
