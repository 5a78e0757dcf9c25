/** Tells whether this machine has a route to an address or a name, from what the system knows; nothing is sent. */

import { networkInterfaces } from 'node:os';
import { readIfThere } from '../../../base/files/read-if-there.ts';
import { isLoopback } from '../evidence/addresses.ts';

export function hasRoute(address: string): boolean {
  const host = address.replace(/:\d{1,5}$/, '');
  if (isLoopback(host)) return true;
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return leadsTo(host);
  if (host.includes(':')) return true;
  const known = addressOf(host);
  return known === undefined || hasRoute(known); // a name not listed here may be anywhere
}

/** Looks the address up in the kernel's routing table. */
function leadsTo(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((each) => each.address));
  if (own.includes(address)) return true;
  const number = address
    .split('.')
    .map(Number)
    .reduceRight((all, part) => all * 256 + part, 0); // in the byte order of the table
  const rows = rowsOf('/proc/net/route');
  if (!rows) return true;
  return rows.slice(1).some((row) => {
    const [, to = '', , , , , , mask = ''] = row.split('\t').map((each) => each.trim());
    return to !== '' && (number & Number.parseInt(mask, 16)) >>> 0 === Number.parseInt(to, 16);
  });
}

function addressOf(name: string): string | undefined {
  const row = rowsOf('/etc/hosts')?.find((each) => each.replace(/#.*/, '').trim().split(/\s+/).slice(1).includes(name));
  return row?.trim().split(/\s+/)[0];
}

function rowsOf(table: string): string[] | undefined {
  return readIfThere(table)?.split('\n');
}
