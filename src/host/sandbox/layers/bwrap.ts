/** Builds bubblewrap's arguments as data; pure, so that every row can be read and tested. */

import { isInside } from '../../../base/files/paths.ts';
import type { Confinement } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';
import type { NameFile } from '../network/name-files.ts';

export interface Confined {
  layout: Layout;
  confinement: Confinement;
  /** The folder that holds the session's `/tmp` and `/var/tmp`. */
  scratch: string;
  /** Whether the home folder is covered by the session's layer: writes go to the layer and never to the real home. */
  homeIsLayer: boolean;
  /** True if the command shares the session's network, which needs no arguments here; if false, it gets no network at all. */
  sharesNetwork: boolean;
  cwd: string;
  user: { uid: number; gid: number };
  /** Paths of the sockets lent to the command. */
  lent: readonly string[];
  /** Files for name lookup inside the sandbox. */
  nameFiles: readonly NameFile[];
}

const TEMPORARY = ['/tmp', '/var/tmp'];

export function bwrapArguments(confined: Confined): string[] {
  const { layout, confinement, scratch, homeIsLayer, sharesNetwork, cwd, user, lent, nameFiles } = confined;
  const { home, writable, readOnly, hidden, shown } = layout;
  const isReading = confinement === 'read';
  const bind = isReading ? '--ro-bind' : '--bind';
  const underTemporary = (path: string) => TEMPORARY.some((folder) => isInside(folder, path));
  const namespaces = ['--die-with-parent', '--unshare-user', '--unshare-pid', '--unshare-ipc'];
  const rights = ['--uid', String(user.uid), '--gid', String(user.gid), '--cap-drop', 'ALL', '--disable-userns'];
  const system = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run'];
  return [
    ...namespaces,
    ...(sharesNetwork ? [] : ['--unshare-net']),
    ...rights,
    ...system,
    ...TEMPORARY.flatMap((folder) => ['--bind', `${scratch}${folder}`, folder]), // first, because folders below them are mounted later
    ...(homeIsLayer ? [bind, home, home] : underTemporary(home) ? ['--ro-bind', home, home] : []),
    ...hidden.flatMap(({ path, kind }) => (kind === 'folder' ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path])),
    ...shown.flatMap((path) => ['--ro-bind-try', path, path]),
    ...lent.flatMap((path) => ['--bind-try', path, path]),
    ...hidden.flatMap(({ path, kind }) => (kind === 'folder' ? ['--remount-ro', path] : [])),
    ...writable.flatMap((path) => [bind, path, path]),
    ...readOnly.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(isReading ? TEMPORARY.flatMap((folder) => ['--remount-ro', folder]) : []),
    ...nameFiles.flatMap(({ file, at }) => ['--ro-bind', file, at]),
    '--chdir',
    cwd,
  ];
}

/**
 * The first process inside. It reports the command's exit code at once through descriptor 3 and stays while anything the command started
 * lives on, such as a server started with `&`. Its own standard error is discarded, because a shell would print there that a program was
 * stopped. It writes an empty line first and runs nothing if that fails: from then on the sandbox ends with coder, but coder may have been
 * killed while the sandbox was being set up.
 */
const INIT = `exec 4>&2 2>/dev/null; echo >&3 || exit 1; (exec "$@" 2>&4 3>&- 4>&-); c=$?; echo $c >&3; exec 0<&- 1>&- 2>&- 3>&- 4>&-; while set -- /proc/[0-9]*; [ $# -gt 1 ]; do sleep 0.3; done; exit $c`;

export function withInit(argv: readonly string[]): string[] {
  return ['/bin/sh', '-c', INIT, 'coder-init', ...argv];
}
