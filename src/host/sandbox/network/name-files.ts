/** What names are looked up by inside: the session's own resolver alone, and of the machine's list only its own names. */

import { readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { textIfReadable } from '../../../base/files/if-reachable.ts';
import { RESOLVER_ADDRESS } from './session-sockets.ts';

export interface NameFile {
  /** The file that is shown. */
  file: string;
  /** Where. */
  at: string;
}

const OWN_NAME = /^(?:localhost(?:\.localdomain)?|ip6-(?:localhost|loopback))$/;

/** `undefined`: the machine has no place for them. */
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

/** Other names lead to addresses that do not exist inside; without a row they are asked for, and judged. */
function ownNames(file: string): string[] {
  return textIfReadable(file)
    .split('\n')
    .flatMap((row) => (/^\s*(?:127\.|::1\s)/.test(row) ? row.split(/\s+/) : []))
    .filter((name) => OWN_NAME.test(name));
}

/** A link may lead to `/run`, which is empty inside: the file is made there. */
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
