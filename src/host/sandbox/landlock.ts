/** The second layer, where namespaces are forbidden: Landlock and seccomp, set by the system's own perl. Pure: what perl is told. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import type { Confinement, Gap } from '../../protocol/place.ts';
import type { Layout } from './layout.ts';

/** What it does not cover; each is said. */
export const LANDLOCK_GAPS: readonly Gap[] = [
  'modes-and-times',
  'hooks',
  'host-loopback',
  'home-read-only',
  'own-loopback',
  'hosts',
];

/** Read by every program; what is not in a list cannot be read. */
const SYSTEM = [
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
const CALLS: Readonly<Record<string, { architecture: number; socket: number; prctl: number; capset: number }>> = {
  x64: { architecture: 0xc000003e, socket: 41, prctl: 157, capset: 126 },
  arm64: { architecture: 0xc00000b7, socket: 198, prctl: 167, capset: 91 },
};

/**
 * Arguments: the numbers, whether sockets are made, then `r:PATH` and `w:PATH` up to `--`, then the command. Root gives its capabilities up.
 * No socket is made, except by `socketpair`; or only those of the internet, never of a path. Whatever fails ends it: nothing runs unconfined.
 */
const PROGRAM = String.raw`
use strict;
my ($arch, $socket, $prctl, $capset, $net) = splice @ARGV, 0, 5;
my $abi = syscall(444, 0, 0, 1); die "landlock: $!\n" if $abi < 1;
my $all = $abi >= 5 ? (1 << 16) - 1 : $abi >= 3 ? (1 << 15) - 1 : $abi == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
my $attr = pack('Q3', $all, $abi >= 4 && !$net ? 3 : 0, $abi >= 6 ? 3 : 0);
my $set = syscall(444, $attr, $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8, 0); die "landlock rules: $!\n" if $set < 0;
while (defined(my $rule = shift @ARGV)) {
  last if $rule eq '--';
  my ($how, $path) = $rule =~ /^([rwd]):(.*)$/s or die "rule\n";
  sysopen(my $file, $path, 010000000 | 02000000) or next;
  my $access = $how eq 'w' ? $all : $how eq 'd' ? 1 << 1 | 1 << 2 | (-d $path ? $all : 0) | 1 << 14 | 1 << 15 : 13;
  $access &= 1 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15 unless -d $path;
  my $beneath = pack('Ql', $access & $all, fileno $file);
  syscall(445, $set, 1, $beneath, 0) == 0 or die "landlock $path: $!\n";
}
if ($> == 0) {
  syscall($prctl, 28, 0x3, 0, 0, 0);
  my $head = pack('Ll', 0x20080522, 0); my $none = pack('L6', 0, 0, 0, 0, 0, 0);
  syscall($capset, $head, $none) == 0 or die "capabilities: $!\n";
}
syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "no new rights: $!\n";
syscall(446, $set, 0) == 0 or die "landlock: $!\n";
my ($no, $denied) = ([6, 0, 0, 0x50001], [6, 0, 0, 0x5000d]);
my @sockets = $net ? ([0x15, 0, 5, $socket], [0x20, 0, 0, 16], [0x15, 3, 0, 2], [0x15, 2, 0, 10], [0x15, 1, 0, 16], $denied) : ([0x15, 0, 1, $socket], $denied);
my @filter = ([0x20, 0, 0, 4], [0x15, 1, 0, $arch], $no, [0x20, 0, 0, 0], [0x35, 0, 1, 0x40000000], $no, [0x15, 0, 1, 425], $no, @sockets, [6, 0, 0, 0x7fff0000]);
my $code = join '', map { pack 'SCCL', @$_ } @filter;
my $filters = pack('Sx6P', scalar @filter, $code);
syscall($prctl, 22, 2, $filters, 0, 0) == 0 or die "seccomp: $!\n";
exec { $ARGV[0] } @ARGV or die "exec: $!\n";
`;

export interface LandlockRequest {
  perl: string;
  layout: Layout;
  confinement: Confinement;
  /** The session's own folder for temporary files. */
  temporary: string;
  cwd: string;
  /** It may reach the network. */
  sockets?: boolean;
}

/** Up to the command; `undefined`: this processor is not known. */
export function landlockArguments(request: LandlockRequest): string[] | undefined {
  const { perl, layout, confinement, temporary, cwd, sockets = false } = request;
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
  const numbers = [calls.architecture, calls.socket, calls.prctl, calls.capset, sockets ? 1 : 0].map(String);
  const change = ['/bin/sh', '-c', 'cd "$0" && exec "$@"', cwd];
  return [perl, '-e', PROGRAM, '--', ...numbers, ...rules, '--', ...change];
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
