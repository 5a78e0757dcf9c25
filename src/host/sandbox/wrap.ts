/** Builds the command line and environment of a command under bubblewrap; pure. */

import type { Confinement, HostClient } from '../../protocol/sandbox.ts';
import type { HomeState } from './home-limit.ts';
import type { Bubblewrap, LayerBase } from './layer.ts';
import { bwrapArguments, type Confined, withInit } from './layers/bwrap.ts';
import { enterArguments } from './layers/enter.ts';
import type { Holder } from './layers/holder.ts';
import type { LentSocket } from './network/lent-sockets.ts';
import type { NameFile } from './network/name-files.ts';
import type { Joined } from './network/session-network.ts';
import { sandboxEnvironment } from './sandbox-env.ts';

export interface How {
  cwd: string;
  confinement: Confinement;
  /** Runs on a terminal: without descriptor 3, and processes left behind end with it. */
  onTerminal?: boolean;
  /** Judges the command's connections; if absent, all are refused. */
  client?: HostClient | undefined;
  /** The socket that is lent to the command. */
  lent?: LentSocket | undefined;
  /** Gives the command the whole network, on layers that cannot tell hosts apart. */
  sockets?: boolean;
}

export interface Wrapped {
  argv: [string, ...string[]];
  env: Record<string, string | undefined>;
  /** Whether the exit code is reported on descriptor 3. */
  tellsExit: boolean;
  /** On SIGTERM, the first process kills all its descendants. */
  endsAll?: true;
  /** Identifies the command when its connections are judged. */
  token?: string;
}

/** The session that a command joins; a command without one has neither home layer nor network. */
interface JoinedSession {
  /** The process whose namespaces the command enters. */
  holder: Holder;
  home: HomeState;
  nameFiles: readonly NameFile[];
}

/** `joined` is the command's registration in the network; absent if it has none. */
export function wrapCommand(
  argv: readonly string[],
  how: How,
  layer: Bubblewrap,
  session?: JoinedSession,
  joined?: Joined,
): Wrapped {
  // Without a throw-away layer, the workspace is read-only.
  const isReadOnly = how.confinement === 'layer' && !session?.holder.workspaceIsLayer;
  const confinement = isReadOnly ? 'read' : how.confinement;
  const confined = confinedBy(layer, { ...how, confinement }, session);
  const { nsenter } = layer;
  const entering = session && nsenter ? entered(nsenter, session.holder.pid, confined.sharesNetwork) : [];
  const inside = how.onTerminal ? [...argv] : withInit(argv);
  const own = how.onTerminal ? [] : ['--as-pid-1'];
  const whole = [...entering, layer.bwrap, ...own, ...bwrapArguments(confined), '--', ...inside];
  const homeTakesWrites = confined.homeIsLayer && session?.home === 'open' && confinement !== 'read';
  return {
    argv: whole as [string, ...string[]],
    env: { ...sandboxEnvironment('/tmp', homeTakesWrites), ...how.lent?.env, ...joined?.env },
    tellsExit: !how.onTerminal,
    ...(joined && { token: joined.token }),
  };
}

export function confinedBy(
  { layout, folder }: Pick<LayerBase, 'layout' | 'folder'>,
  { cwd, confinement, lent }: Pick<How, 'cwd' | 'confinement' | 'lent'>,
  session?: JoinedSession,
): Confined {
  return {
    layout: lent ? { ...layout, shown: [...layout.shown, ...lent.shown] } : layout,
    confinement,
    scratch: folder,
    homeIsLayer: session?.holder.homeIsLayer === true && session.home !== 'read-only',
    sharesNetwork: session !== undefined && confinement !== 'read',
    cwd,
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    lent: lent ? [lent.path] : [],
    nameFiles: confinement === 'write' ? (session?.nameFiles ?? []) : [],
  };
}

/** The start of a command line that enters the view of the disk of `pid`, and its network. */
export function entered(nsenter: string, pid: number, withNetwork: boolean): string[] {
  return [nsenter, ...(withNetwork ? enterArguments(pid, 'mount', 'network') : enterArguments(pid, 'mount'))];
}
