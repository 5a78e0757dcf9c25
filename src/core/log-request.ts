/** Logs the fixed start of every request, so that the exact same request can be sent again. */

import type { LiveSession } from './live-session.ts';
import type { TurnState } from './turn-state.ts';

export async function logRequest(
  { fixed, toolbox: { specs } }: TurnState,
  { log, outgoing }: LiveSession,
): Promise<void> {
  const { model, system } = fixed;
  const last = outgoing.request();
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join();
  if (last?.model === model && last.system === system && namesOf(last.tools) === namesOf(specs)) return;
  await log.append({ type: 'request', model, system, tools: specs });
}
