/** A session as one line of a list: when it was last used, and what it is about. */

import type { ListedSession } from '../protocol/surroundings.ts';

export function sessionLine({ id, title, updatedAt, damaged }: ListedSession): string {
  const when = new Date(updatedAt);
  const minute = `${when.toLocaleDateString('sv-SE')} ${when.toLocaleTimeString('sv-SE').slice(0, 5)}`; // ISO order, local time
  return `${id}  ${minute}  ${damaged ? '(damaged)' : title || '(nothing said)'}`;
}
