/** The system's tables of TCP sockets, on systems that have them (Linux). */

import { textIfReadable } from '../files/if-reachable.ts';

export interface TcpRow {
  /** The own end as the kernel writes it: in hexadecimal, in the machine's byte order. */
  address: string;
  port: number;
  isListening: boolean;
  /** The user's id. */
  owner: number;
  inode: string;
}

const LISTENING = '0A';

/** `pid`: a process in the network. */
export function* tcpRows(pid: number | 'self'): Generator<TcpRow> {
  for (const file of ['tcp', 'tcp6']) {
    const [, ...rows] = textIfReadable(`/proc/${pid}/net/${file}`, 'latin1').trimEnd().split('\n');
    for (const row of rows) {
      const [, local = '', , state, , , , owner, , inode = ''] = row.trim().split(/\s+/);
      const [address = '', port = ''] = local.split(':');
      yield {
        address,
        port: Number.parseInt(port, 16),
        isListening: state === LISTENING,
        owner: Number(owner),
        inode,
      };
    }
  }
}
