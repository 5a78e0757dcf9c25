/** The second layer, where namespaces are forbidden: Landlock and seccomp, set by the system's own perl. What perl is told. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import type { Confinement, Gap } from '../../protocol/place.ts';
import { LANDLOCK_PROGRAM } from './landlock-program.ts';
import type { Layout } from './layout.ts';

/** What it does not cover; each is said. */
export const LANDLOCK_GAPS: readonly Gap[] = [
  'modes-and-times',
  'shared-memory',
  'hooks',
  'host-loopback',
  'home-read-only',
  'own-loopback',
  'hosts',
];

/** Read by every program; what is not in a list cannot be read. */
export const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc',
  '/opt',
  '/var/lib',
  '/var/cache',
  '/proc',
  '/sys',
  '/nix',
  '/snap',
];
const DEVICES = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
  '/dev/tty',
  '/dev/ptmx',
  '/dev/pts',
  '/dev/shm',
];

/** Where `/etc/resolv.conf` leads. */
const RESOLVERS = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

/** Numbers of calls that differ between processors; absent: this layer is not offered. */
const CALLS: Readonly<Record<string, readonly number[]>> = {
  // the architecture, socket, prctl, capset
  x64: [0xc000003e, 41, 157, 126],
  arm64: [0xc00000b7, 198, 167, 91],
};

export interface LandlockRequest {
  perl: string;
  layout: Layout;
  confinement: Confinement;
  /** The session's own folder for temporary files. */
  temporary: string;
  cwd: string;
  /** It may reach the network. */
  sockets?: boolean;
  /** On a terminal: without descriptor 3, and what is left ends with it. */
  onTerminal?: boolean;
}

/** Up to the command; `undefined`: this processor is not known. */
export function landlockArguments(request: LandlockRequest): string[] | undefined {
  const { perl, layout, confinement, temporary, cwd, sockets = false, onTerminal = false } = request;
  const calls = CALLS[process.arch];
  if (!calls) return undefined;
  const access = confinement === 'write' ? 'w' : 'r';
  const rules = [
    ...SYSTEM.map((path) => `r:${path}`),
    ...DEVICES.map((path) => `d:${path}`),
    ...readableIn(layout).map((path) => `r:${path}`),
    ...layout.writable.map((path) => `${access}:${path}`),
    `w:${temporary}`,
    ...(sockets ? RESOLVERS.map((path) => `r:${path}`) : []),
  ];
  const how = [...calls.map(String), sockets ? '1' : '0', onTerminal ? 'terminal' : 'told'];
  const change = ['/bin/sh', '-c', 'cd "$0" && exec "$@"', cwd];
  return [perl, '-e', LANDLOCK_PROGRAM, '--', ...how, ...rules, '--', ...change];
}

/** All in the home folder but what is hidden, or holds something hidden. */
function readableIn({ home, hidden, shown }: Layout): string[] {
  const holds = (path: string) => hidden.some((each) => isInside(path, each.path));
  const isHidden = (path: string) => hidden.some((each) => isInside(each.path, path));
  const below = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      if (isHidden(path)) return [];
      return holds(path) ? below(path) : [path];
    });
  return [...below(home), ...shown];
}
