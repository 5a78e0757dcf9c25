/** Whose program listens on a port of this machine, on systems that tell (Linux). */

import { tcpRows } from '../../base/net/tcp-table.ts';

/** User id of the listener; `undefined` if nothing listens or the system does not tell. */
export function portOwner(wanted: number): number | undefined {
  for (const { port, isListening, owner } of tcpRows('self')) if (isListening && port === wanted) return owner;
  return undefined;
}
