/** The macOS layer, as a profile for `sandbox-exec`; pure. Written from its documentation and never tried on a real system. */

import type { Confinement, Gap } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';

export const SEATBELT_GAPS: readonly Gap[] = ['untried', 'home-read-only', 'host-loopback', 'hosts'];

export interface SeatbeltRequest {
  layout: Layout;
  confinement: Confinement;
  /** The session's folder for temporary files. */
  temporary: string;
  /** Whether the command may reach the network. */
  sockets?: boolean;
}

/** Later rules win. `com.apple.trustd.agent` lets Go programs verify certificates. */
export function seatbeltProfile({ layout, confinement, temporary, sockets = false }: SeatbeltRequest): string {
  const { writable, readOnly, hidden, shown } = layout;
  const within = (paths: readonly string[]) => paths.map((path) => `(subpath ${quoted(path)})`).join(' ');
  const rows = [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read ipc-posix-shm ipc-posix-sem pseudo-tty)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.trustd.agent") (global-name "com.apple.system.logger"))',
    '(allow file-read*)',
    `(allow file-write* ${within([temporary, ...(confinement === 'write' ? writable : [])])})`,
    '(allow file-write-data file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/ttys[0-9]+$") (literal "/dev/ptmx"))',
    ...(hidden.length > 0 ? [`(deny file-read* file-write* ${within(hidden.map(({ path }) => path))})`] : []),
    ...(shown.length > 0 ? [`(allow file-read* ${shown.map((path) => `(literal ${quoted(path)})`).join(' ')})`] : []),
    ...(readOnly.length > 0 ? [`(deny file-write* ${within(readOnly)})`] : []),
    ...(sockets ? ['(allow network*)', '(deny network* (remote unix-socket))'] : ['(deny network*)']),
  ];
  return `${rows.join('\n')}\n`;
}

/** The arguments up to the command. */
export function seatbeltArguments(program: string, profile: string, cwd: string): string[] {
  return [program, '-p', profile, '/bin/sh', '-c', 'cd "$0" && exec "$@"', cwd];
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
