/** How many connections came to nothing in a network, as its kernel counts them, whatever a client says of it. */

import { textIfReadable } from '../../../base/files/if-reachable.ts';

export interface FailedConnections {
  /** Nobody listened there. */
  refused: number;
  /** No way leads there. */
  unrouted: number;
}

/** `pid`: a process of that network; `undefined`: it cannot be told. */
export function failedConnections(pid: number): FailedConnections | undefined {
  const table = textIfReadable(`/proc/${pid}/net/snmp`, 'latin1');
  const refused = valueIn(table, 'Tcp', 'AttemptFails');
  const unrouted = valueIn(table, 'Ip', 'OutNoRoutes');
  if (refused === undefined || unrouted === undefined) return undefined;
  const six = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(textIfReadable(`/proc/${pid}/net/snmp6`, 'latin1'))?.[1] ?? '0';
  return { refused, unrouted: unrouted + Number(six) };
}

/** A line of names, then one of numbers. */
function valueIn(table: string, kind: string, name: string): number | undefined {
  const [names = [], values = []] = table
    .split('\n')
    .filter((row) => row.startsWith(`${kind}:`))
    .map((row) => row.split(' '));
  const value = values[names.indexOf(name)];
  return value === undefined || names.length === 0 ? undefined : Number(value);
}
