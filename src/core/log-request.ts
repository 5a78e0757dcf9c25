/** The log holds what every request begins with, so that the very same request can be sent again. */

import type { Session } from '../protocol/session.ts';
import type { TurnState } from '../protocol/turn.ts';

export async function logRequest({ model, system, specs }: TurnState, log: Session): Promise<void> {
  const last = log.entries.findLast((entry) => entry.type === 'request');
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join();
  if (last?.model === model && last.system === system && namesOf(last.tools) === namesOf(specs)) return;
  await log.append({ type: 'request', model, system, tools: specs });
}
