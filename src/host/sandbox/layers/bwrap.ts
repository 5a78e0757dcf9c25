/** What bubblewrap is told, as data: pure, so that every row can be read and tested. */

import { isInside } from '../../../base/files/paths.ts';
import type { Confinement } from '../../../protocol/place.ts';
import type { Layout } from '../layout.ts';
import type { NameFile } from '../network/name-files.ts';

export interface Confined {
  layout: Layout;
  confinement: Confinement;
  /** The session's own `/tmp` and `/var/tmp`. */
  scratch: string;
  /** Home is a layer of the session's: it can be written, and the real one is not. */
  homeIsLayer: boolean;
  /** The session's network: nothing is said about it here. Else there is none at all. */
  sharesNetwork: boolean;
  cwd: string;
  user: { uid: number; gid: number };
  /** Sockets that are lent, by their paths. */
  lent: readonly string[];
  /** What names are looked up by, inside. */
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
    ...TEMPORARY.flatMap((folder) => ['--bind', `${scratch}${folder}`, folder]), // what lies in them needs a place first
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
 * The first process inside: it gives the command's exit code at once through descriptor 3 and stays as long as something of the command
 * lives on, as a server that was started with `&`. It does not say that a program was
 * stopped, as a shell does where that program's errors go. An empty line comes first, and nothing is run where nobody can read it any more: from here on the
 * sandbox ends with coder, but coder may have been killed while it was being made.
 */
const INIT = `exec 4>&2 2>/dev/null; echo >&3 || exit 1; (exec "$@" 2>&4 3>&- 4>&-); c=$?; echo $c >&3; exec 0<&- 1>&- 2>&- 3>&- 4>&-; while set -- /proc/[0-9]*; [ $# -gt 1 ]; do sleep 0.3; done; exit $c`;

export function withInit(argv: readonly string[]): string[] {
  return ['/bin/sh', '-c', INIT, 'coder-init', ...argv];
}
