/** Lists the ports of a network at which something listens, from the kernel's tables. */

import { textIfReadable } from '../../../base/files/if-reachable.ts';

const LISTENING = '0A';

/** `pid`: a process in that network. */
export function listeningPorts(pid: number | 'self'): Set<number> {
  const ports = new Set<number>();
  for (const file of ['tcp', 'tcp6']) {
    for (const row of textIfReadable(`/proc/${pid}/net/${file}`, 'latin1').split('\n')) {
      const [, local = '', , state] = row.trim().split(/\s+/);
      if (state === LISTENING) ports.add(Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
    }
  }
  return ports;
}
