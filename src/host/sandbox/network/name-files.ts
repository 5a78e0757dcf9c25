/** Writes the files for name lookup inside: only the session's resolver, and from the machine's `hosts` only its own names. */

import { readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { textIfReadable } from '../../../base/files/if-reachable.ts';
import { RESOLVER_ADDRESS } from './session-sockets.ts';

export interface NameFile {
  /** The file that is shown. */
  file: string;
  /** The path at which it is shown. */
  at: string;
}

const OWN_NAME = /^(?:localhost(?:\.localdomain)?|ip6-(?:localhost|loopback))$/;

/** `undefined` if the machine has no `/etc/resolv.conf`. */
export function nameFiles(folder: string): NameFile[] | undefined {
  const resolver = placeOf('/etc/resolv.conf');
  if (resolver === undefined) return undefined;
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${RESOLVER_ADDRESS}\noptions timeout:5 attempts:2\n`);
  const hosts = placeOf('/etc/hosts');
  if (hosts === undefined) return [{ file, at: resolver }];
  const list = join(folder, 'hosts');
  const own = [...new Set(['localhost', ...ownNames(hosts), hostname()])].join(' ');
  writeFileSync(list, `127.0.0.1 ${own}\n::1 localhost\n`);
  return [
    { file, at: resolver },
    { file: list, at: hosts },
  ];
}

/** Leaves out other names: their addresses do not exist inside, and without a row they go to the resolver and are judged. */
function ownNames(file: string): string[] {
  return textIfReadable(file)
    .split('\n')
    .flatMap((row) => (/^\s*(?:127\.|::1\s)/.test(row) ? row.split(/\s+/) : []))
    .filter((name) => OWN_NAME.test(name));
}

/** Where a file is to be mounted; a link may lead to `/run`, which is empty inside, and the file is created there. */
function placeOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    try {
      return resolve('/etc', readlinkSync(path));
    } catch {
      return undefined;
    }
  }
}
