/** Lists the ports of a network at which something listens, from the kernel's tables. */

import { tcpRows } from '../../../base/net/tcp-table.ts';

/** `pid`: a process in that network. */
export function listeningPorts(pid: number | 'self'): Set<number> {
  const ports = new Set<number>();
  for (const { port, isListening } of tcpRows(pid)) if (isListening) ports.add(port);
  return ports;
}
