/** Finds the command behind a connection of the session's network: by the socket's inode, its process, and that process's parents. */

import { readableNames } from '../../../base/files/folder.ts';
import { linkIfReachable, textIfReadable } from '../../../base/files/if-reachable.ts';
import { processIds, statOf } from '../../../base/files/process-table.ts';
import { tcpRows } from '../../../base/net/tcp-table.ts';

/** The variable that every process of a confined command, or one of its parents, carries. */
export const COMMAND_VARIABLE = 'CODER_COMMAND';

const MAX_PARENTS = 1000;
/** How the table of IPv6 sockets begins an IPv4 address. */
const MAPPED = '0000000000000000FFFF0000';

/** `pid`: a process in that network; `address`, `port`: the other end of the connection. `undefined` if unknown. */
export function commandBehind(pid: number, address: string, port: number): string | undefined {
  const inode = inodeOf(pid, address, port);
  const network = linkIfReachable(`/proc/${pid}/ns/net`);
  if (inode === undefined || network === undefined) return undefined;
  for (const each of processIds()) {
    if (linkIfReachable(`/proc/${each}/ns/net`) !== network) continue;
    const holds = readableNames(`/proc/${each}/fd`).some(
      (fd) => linkIfReachable(`/proc/${each}/fd/${fd}`) === `socket:[${inode}]`,
    );
    if (holds) return outermost(each);
  }
  return undefined;
}

/** The outermost value counts: a command can set the variable for its children, but not for the first process of its sandbox. */
function outermost(pid: number): string | undefined {
  let found: string | undefined;
  for (let [at, count] = [pid, 0]; at > 1 && count < MAX_PARENTS; count += 1) {
    const [, token] =
      new RegExp(`(?:^|\\0)${COMMAND_VARIABLE}=([^\\0]*)`).exec(textIfReadable(`/proc/${at}/environ`, 'latin1')) ?? [];
    found = token ?? found;
    at = statOf(at)?.parent ?? 0;
  }
  return found;
}

/** Reads the kernel's tables, whose addresses are in the machine's byte order. */
function inodeOf(pid: number, address: string, port: number): string | undefined {
  const four = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .map(Number);
  const hex = (numbers: readonly number[]) =>
    numbers.map((number) => number.toString(16).padStart(2, '0').toUpperCase()).join('');
  const own = hex(four.toReversed());
  for (const row of tcpRows(pid))
    if (row.port === port && (row.address === own || row.address === MAPPED + own)) return row.inode;
  return undefined;
}
