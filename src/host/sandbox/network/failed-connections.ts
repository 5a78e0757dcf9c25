/** Counts the connections that failed in a network, as its kernel counts them, whatever clients report. */

import { textIfReadable } from '../../../base/files/if-reachable.ts';

export interface FailedConnections {
  /** Connections to ports at which nothing listened. */
  refused: number;
  /** Packets for which there was no route. */
  unrouted: number;
}

/** `pid`: a process in that network. `undefined` if the counters cannot be read. */
export function failedConnections(pid: number): FailedConnections | undefined {
  const table = textIfReadable(`/proc/${pid}/net/snmp`, 'latin1');
  const refused = valueIn(table, 'Tcp', 'AttemptFails');
  const unrouted = valueIn(table, 'Ip', 'OutNoRoutes');
  if (refused === undefined || unrouted === undefined) return undefined;
  const six = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(textIfReadable(`/proc/${pid}/net/snmp6`, 'latin1'))?.[1] ?? '0';
  return { refused, unrouted: unrouted + Number(six) };
}

/** Reads a table in which a line of names is followed by a line of numbers. */
function valueIn(table: string, kind: string, name: string): number | undefined {
  const [names = [], values = []] = table
    .split('\n')
    .filter((row) => row.startsWith(`${kind}:`))
    .map((row) => row.split(' '));
  const value = values[names.indexOf(name)];
  return value === undefined || names.length === 0 ? undefined : Number(value);
}
