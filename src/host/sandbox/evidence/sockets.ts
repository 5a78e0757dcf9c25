/** Finds sockets of other programs that are absent or unusable inside: those that are named, and the defaults of clients. */

import type { Blocked } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';
import type { Failed, Outside } from './facts.ts';
import { isPrivate } from './judge.ts';
import { isOneCommand, namedBy, pathsIn } from './paths.ts';
import { isPlainTrouble, MISSING, saysDenied } from './words.ts';

const NOT_CONNECTED =
  /refused|connect|unreachable|is the [\w ]{1,40} running|not running|no daemon|daemon|\bbus\b|display|socket/i;
/** Default sockets of clients that are not given one. */
const CLIENTS: readonly (readonly [client: RegExp, sockets: readonly string[]])[] = [
  [/\bdocker\b/, ['/run/docker.sock']],
  [/\bpodman\b/, ['/run/podman/podman.sock']],
  [/\b(?:ctr|nerdctl|crictl)\b/, ['/run/containerd/containerd.sock']],
  [/\b(?:psql|pg_\w+|createdb|dropdb)\b/, ['/run/postgresql/.s.PGSQL.5432', '/tmp/.s.PGSQL.5432']],
  [/\b(?:mysql\w*|mariadb)\b/, ['/run/mysqld/mysqld.sock', '/tmp/mysql.sock']],
  [
    /\b(?:systemctl|busctl|loginctl|hostnamectl|timedatectl|nmcli)\b(?!.*--user)/,
    ['/run/dbus/system_bus_socket', '/run/systemd/private'],
  ],
  [
    /\b(?:systemctl|busctl)\b.*--user|\b(?:gdbus|dbus-send|notify-send)\b/,
    [`/run/user/${process.getuid?.() ?? 0}/bus`],
  ],
  [/\b(?:xdpyinfo|xclip|xsel|xdotool|xterm|xset|xrandr)\b/, ['/tmp/.X11-unix/X0', '/tmp/.X11-unix/X1']],
  [/\btmux\b/, [`/tmp/tmux-${process.getuid?.() ?? 0}/default`]],
  [/\bsnap\b/, ['/run/snapd.socket']],
  [/\bvirsh\b/, ['/run/libvirt/libvirt-sock']],
  [/\bsupervisorctl\b/, ['/run/supervisor.sock', '/run/supervisord.sock']],
  [/\b(?:pactl|paplay)\b/, [`/run/user/${process.getuid?.() ?? 0}/pulse/native`]],
];

const CONNECTS =
  /-unix-socket|\bnc -\w*U|UNIX-|AF_UNIX|PF_UNIX|UNIX(?:::|->|\.)|\bconnect\w*\(|\b[cC]reateConnection|Socket[\w:]*(?:\.new|->new|\()|\b(?:redis-cli|psql|mysql) |-S [/~]/;
/** Clients that always contact their server unless given unusual options. */
const ASKS =
  /^(?!.*\s--(?!format|quiet|filter|all|rm|session|system|user|dest|print-reply|type|no-pager|no-trunc)).*\b(?:docker (?:ps|images|info|version|run|pull|exec|logs|build|inspect)|dbus-send|busctl|tmux (?:ls|list-\w+|has-session|new-window|send-keys|display\w*)|systemctl)\b/;
const TOLD_WHERE = /\s-[hHSL]\b|--(?:host|socket|server|context)\b|host=|\w:\/\/|_HOST=|DISPLAY=/;

export interface Wanted {
  said: readonly string[];
  isSilent: boolean;
  told: string;
  failed: Failed;
  layout: Layout;
  outside: Outside;
}

export function socketsBlocked({ said, isSilent, told, failed, layout, outside }: Wanted): Blocked[] {
  const { cwd, deniesReads = false, line = '' } = failed;
  const isClosed = (path: string) => {
    const real = outside.real?.(path) ?? path;
    if (!outside.exists(real) || outside.isSocket?.(real) !== true) return false;
    return deniesReads || isPrivate(real, layout);
  };
  const claim = (paths: readonly string[]): Blocked[] =>
    [...new Set(paths)].filter(isClosed).map((what) => ({ kind: 'socket', what }));
  const isAbout = (each: string) => NOT_CONNECTED.test(each) || MISSING.test(each) || saysDenied(each);
  const about = said.filter(isAbout);
  const named = claim(about.flatMap((each) => pathsIn(each, cwd, layout.home)));
  if (named.length > 0) return named;
  if (about.length === 0 && !isSilent && !isPlainTrouble(said)) return [];
  if (about.length === 0 && !CONNECTS.test(told) && !(isSilent && ASKS.test(line))) return [];
  const wanted = claim(namedBy(told, cwd, layout.home));
  if (wanted.length > 0) return wanted.slice(0, 1);
  const isLost =
    (isSilent && ASKS.test(line) && isOneCommand(line)) ||
    said.some((each) => NOT_CONNECTED.test(each) && (MISSING.test(each) || isPlainTrouble([each])));
  if (said.some((each) => /not been booted/.test(each))) return [];
  const usual = TOLD_WHERE.test(line) ? [] : CLIENTS.flatMap(([client, sockets]) => (client.test(line) ? sockets : []));
  return isLost ? claim(usual).slice(0, 1) : [];
}
