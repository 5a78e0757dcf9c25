/** Whose program listens on a port of this machine, on systems that tell (Linux). */

import { readFileSync } from 'node:fs';

const LISTENING = '0A';

/** User id of the listener; `undefined` if nothing listens or the system does not tell. */
export function portOwner(port: number): number | undefined {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const row of rowsOf(table)) {
      const [, local = '', , state, , , , owner] = row.trim().split(/\s+/);
      if (state === LISTENING && local.endsWith(`:${wanted}`)) return Number(owner);
    }
  }
  return undefined;
}

function rowsOf(table: string): string[] {
  try {
    return readFileSync(table, 'utf8').split('\n').slice(1);
  } catch {
    return []; // not on this system
  }
}
