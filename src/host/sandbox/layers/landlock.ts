/** The fallback layer for systems that forbid namespaces: Landlock and seccomp, set up by the system's perl. Builds perl's arguments. */

import { join } from 'node:path';
import { readableEntries } from '../../../base/files/folder.ts';
import { isInside } from '../../../base/files/paths.ts';
import type { Confinement, Gap } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';
import { LANDLOCK_PROGRAM } from './landlock-program.ts';

/** Landlock ABI from which the kernel also confines signals (Linux 6.12). */
const SCOPED_SIGNALS = 6;

/** What this layer does not cover with this Landlock ABI; each gap is reported. */
export function landlockGaps(version: number): Gap[] {
  return version < SCOPED_SIGNALS ? [...GAPS, 'signals'] : [...GAPS];
}

const GAPS: readonly Gap[] = [
  'modes-and-times',
  'shared-memory',
  'hooks',
  'host-loopback',
  'home-read-only',
  'own-loopback',
  'hosts',
];

/** Folders of other programs and other users; devices are listed separately. */
const PRIVATE = ['/tmp', '/var/tmp', '/run', '/dev'];
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

/** System call numbers that differ between architectures; if absent, this layer is not offered. */
const CALLS: Readonly<Record<string, readonly number[]>> = {
  // audit architecture, socket, prctl, capset
  x64: [0xc000003e, 41, 157, 126],
  arm64: [0xc00000b7, 198, 167, 91],
};

export interface LandlockRequest {
  perl: string;
  layout: Layout;
  confinement: Confinement;
  /** The session's folder for temporary files. */
  temporary: string;
  cwd: string;
  /** Whether the command may reach the network. */
  sockets?: boolean;
  /** Runs on a terminal: without descriptor 3, and processes left behind end with it. */
  onTerminal?: boolean;
}

/** The arguments up to the command; `undefined` on an unknown architecture. */
export function landlockArguments(request: LandlockRequest): string[] | undefined {
  const { perl, layout, confinement, temporary, cwd, sockets = false, onTerminal = false } = request;
  const calls = CALLS[process.arch];
  if (!calls) return undefined;
  const access = confinement === 'write' ? 'w' : 'r';
  const rules = [
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

/** Everything except private and hidden paths; folders that contain such a path are split into their entries. */
function readableIn({ home, hidden, shown }: Layout): string[] {
  const secret = hidden.map(({ path }) => path);
  const isApart = PRIVATE.some((folder) => isInside(folder, home));
  return [...readableBelow('/', [...PRIVATE, ...secret]), ...(isApart ? readableBelow(home, secret) : []), ...shown];
}

function readableBelow(folder: string, closed: readonly string[]): string[] {
  return readableEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink() || closed.some((each) => isInside(each, path))) return []; // the target of a link is judged at its own path
    return closed.some((each) => isInside(path, each)) ? readableBelow(path, closed) : [path];
  });
}
