/** Tells front ends how full the context is. */

import type { Services } from './services.ts';

export function reportContext(model: string, services: Services): void {
  const context = { ...services.outgoing.size(), limit: services.contextLimit(model) };
  services.emit({ type: 'state-change', change: { context } });
}
