/** The sandbox of a session: its layer is chosen once by trying, created when the first command needs it, and removed at the end. */

import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../base/net/proxy.ts';
import type { Confinement, Gap, HostClient, LentName, PlaceStatus, Tried } from '../../protocol/place.ts';
import { createDoor, type Door } from './door.ts';
import { bwrapArguments, type Confined, withInit } from './layers/bwrap.ts';
import { enterArguments } from './layers/enter.ts';
import { fillHome } from './layers/full-home.ts';
import { type Holder, startHolder } from './layers/holder.ts';
import { landlockGaps } from './layers/landlock.ts';
import { layerBytes } from './layers/layer-size.ts';
import { tryLayer } from './layers/probe.ts';
import { SEATBELT_GAPS } from './layers/seatbelt.ts';
import { systemProgram } from './layers/system-program.ts';
import { startTryLayer } from './layers/try-layer.ts';
import { keepWayOpen } from './layers/way-in.ts';
import { landlockVersion, startsOf, tryLandlock, wrapWithoutLayers } from './layers/without-layers.ts';
import { findLayout, type Layout } from './layout.ts';
import type { HostReport } from './network/hosts.ts';
import { findLent, type LentSocket } from './network/lent-sockets.ts';
import { listeningPorts } from './network/listening-ports.ts';
import { type OpenPorts, openPorts } from './network/open-ports.ts';
import { type HostOptions, openNetwork, type SessionNetwork } from './network/session-network.ts';
import { COMMAND_VARIABLE } from './network/whose-connection.ts';
import { sandboxEnvironment } from './sandbox-env.ts';
import { makeFolder, removeFolder } from './session-folder.ts';

export interface Sandbox {
  /** Probes once and caches the result. */
  status(): Promise<PlaceStatus>;
  /** Creates what a command of this confinement needs; call it before `wrap`. */
  prepare(confinement: Confinement): Promise<void>;
  /** Returns the command, confined. Call it only after `prepare`, and only if there is a layer. */
  wrap(argv: readonly string[], how: How): Wrapped;
  /** The layer in use; absent before it was tried, or if there is none. */
  readonly layerInUse: string | undefined;
  /** Absent if there is no layer. */
  readonly door: Door | undefined;
  /** What commands see inside; absent if there is no layer. */
  readonly layout: Layout | undefined;
  /** The real folder that holds the files written to the home layer. */
  readonly homeLayer: string | undefined;
  /** Ports of servers inside that are open on this machine too. */
  openPorts(): readonly number[];
  /** True once the layer over the home folder has reached its size limit. */
  readonly isHomeFull: boolean;
  /** The person's socket to lend; `undefined` if there is none. */
  lendable(name: LentName): LentSocket | undefined;
  /** The socket of the person's agent, even if it cannot be lent. */
  agentAt(name: LentName): string | undefined;
  /** True if a server of this machine that commands cannot reach listens on the port. */
  isOnlyOutside(port: number): boolean;
  /** True if commands created the path in the session's `/tmp` or `/var/tmp`. */
  isMadeInside(path: string): boolean;
  /** Opens a throw-away layer to try one command on; `undefined` if unavailable here. */
  openTrial(): Promise<Trial | undefined>;
  /** What became of a command's connections, by the token it was wrapped with. */
  hostReport(token: string): HostReport | undefined;
  close(): Promise<void>;
}

interface How {
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

interface Trial {
  wrap(argv: readonly string[], cwd: string): Wrapped;
  /** The files that the command changed and the hosts it wanted to reach. */
  seen(): Pick<Tried, 'files' | 'hosts'>;
  close(): void;
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

export interface SandboxOptions {
  mode: 'auto' | 'require' | 'off';
  roots: readonly string[];
  home: string | undefined;
  env: NodeJS.ProcessEnv;
  /** Finds the system's programs. */
  find?: (name: string) => string | undefined;
  landlockVersion?: (perl: string) => Promise<number>;
  /** How hosts are looked up and reached; if absent, commands have no network. */
  hosts?: HostOptions;
  /** Size limit of the layer over the home folder, which then takes no more data; no limit if absent. */
  homeBytes?: number;
  /** Whether servers inside are reachable from this machine's loopback. */
  opensPorts?: boolean;
  /** The person's environment, which names the sockets that can be lent. */
  personEnv?: Environment;
}

interface Made {
  /** The program that confines: bubblewrap, perl (for Landlock) or sandbox-exec. */
  bwrap?: string;
  perl?: string;
  seatbelt?: string;
  nsenter: string | undefined;
  layout: Layout;
  folder: string;
  door: Door;
}

const INSTALL = 'install bubblewrap';
const REACHES_NOTHING: HostClient = { mayReach: async () => false };
/** Dropped: these would bypass the session's network and reach nothing. */
const NO_PROXY = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'ftp_proxy']
    .flatMap((name) => [name, name.toUpperCase()])
    .map((name) => [name, undefined]),
);

export function createSandbox(options: SandboxOptions): Sandbox {
  const find = options.find ?? systemProgram;
  const holders = new Map<'write' | 'layer', Promise<Holder | undefined>>();
  const ready = new Map<'write' | 'layer', Holder>();
  let chosen: Promise<PlaceStatus> | undefined;
  let made: Made | undefined;
  let folder: string | undefined;
  let network: SessionNetwork | undefined;
  let commandCount = 0;
  let counting: Promise<void> | undefined;
  let isHomeFull = false;
  /** True if writes to the full home layer fail for lack of space; otherwise the home folder is read-only. */
  let hasNoSpace = false;
  let ports: OpenPorts | undefined;

  async function choose(): Promise<PlaceStatus> {
    const isRequired = options.mode === 'require';
    const none = (why: string): PlaceStatus => ({ layer: 'none', why, isRequired });
    if (options.home === undefined || !existsSync(options.home)) return none('there is no home folder');
    const found = findLayout(options.roots, realpathSync(options.home));
    if (!found.ok) return none(found.why);
    const { layout } = found;
    const own = makeFolder([layout.home, ...options.roots]);
    folder = own;
    const repositories = layout.writable.filter((path) => !options.roots.includes(path));
    const door = createDoor(options.roots, repositories, () => own);
    if (process.platform === 'darwin') return chooseSeatbelt(layout, own, door, none);
    if (process.platform !== 'linux') return none('this system is not supported');
    const bwrap = find('bwrap');
    made = bwrap === undefined ? undefined : { bwrap, nsenter: find('nsenter'), layout, folder: own, door };
    const holding = hold('write'); // in parallel: both are needed, and each waits for the system
    const problem = bwrap === undefined ? INSTALL : await tryBubblewrap(bwrap, layout, own);
    const holder = await holding;
    if (bwrap === undefined || made === undefined || problem !== undefined) {
      holder?.stop();
      ready.clear();
      made = undefined;
      const perl = find('perl');
      const second = perl === undefined ? undefined : await tryLandlock(perl, layout, own);
      if (!second || perl === undefined) return none(problem ?? INSTALL);
      made = { perl, nsenter: undefined, layout, folder: own, door };
      const gaps = landlockGaps(await (options.landlockVersion ?? landlockVersion)(perl));
      return { layer: 'landlock', home: 'cache', network: 'allowed', gaps };
    }
    const { nsenter } = made;
    if (holder && nsenter !== undefined && options.hosts)
      network = await openNetwork({ nsenter, perl: find('perl'), pid: holder.pid, folder: own }, options.hosts);
    const gaps: Gap[] = [
      ...(holder ? [] : (['own-loopback'] as const)),
      ...(holder?.homeIsLayer ? [] : (['home-read-only'] as const)),
      ...(network ? [] : (['no-network'] as const)),
    ];
    const home = holder?.homeIsLayer ? 'layer' : 'cache';
    return { layer: 'bubblewrap', home, network: network ? 'hosts' : 'none', gaps };
  }

  async function chooseSeatbelt(
    layout: Layout,
    own: string,
    door: Door,
    none: (why: string) => PlaceStatus,
  ): Promise<PlaceStatus> {
    if (options.mode !== 'require') return none('the one for macOS is untried; sandbox.mode "require" turns it on');
    const seatbelt = find('sandbox-exec');
    if (seatbelt === undefined) return none('there is no sandbox-exec');
    const held: Made = { seatbelt, nsenter: undefined, layout, folder: own, door };
    const problem = await tryLayer(startsOf({ cwd: '/', confinement: 'read' }, held), own, false);
    if (problem !== undefined) return none(`sandbox-exec: ${problem}`);
    made = held;
    return { layer: 'seatbelt', home: 'cache', network: 'allowed', gaps: SEATBELT_GAPS };
  }

  async function tryBubblewrap(bwrap: string, layout: Layout, own: string): Promise<string | undefined> {
    const confined = confinedBy(layout, own, { cwd: '/', confinement: 'read' });
    const problem = await tryLayer([bwrap, ...bwrapArguments(confined), '--'], own, true);
    return problem === undefined ? undefined : `bubblewrap: ${problem}`;
  }

  function hold(kind: 'write' | 'layer'): Promise<Holder | undefined> {
    const known = holders.get(kind);
    if (known) return known;
    const starting = startOne(kind);
    holders.set(kind, starting);
    return starting;
  }

  async function startOne(kind: 'write' | 'layer'): Promise<Holder | undefined> {
    if (!made?.nsenter || made.bwrap === undefined) return undefined;
    const { bwrap, layout } = made;
    const holder = await startHolder({
      bwrap,
      home: layout.home,
      writable: layout.writable,
      folder: join(made.folder, kind),
      layersWorkspace: kind === 'layer',
      env: options.env,
    });
    if ('problem' in holder) return undefined;
    ready.set(kind, holder);
    return holder;
  }

  function confinedBy(layout: Layout, scratch: string, { cwd, confinement, lent }: How, holder?: Holder): Confined {
    return {
      layout: lent ? { ...layout, shown: [...layout.shown, ...lent.shown] } : layout,
      confinement,
      scratch,
      homeIsLayer: holder?.homeIsLayer === true && (!isHomeFull || hasNoSpace),
      sharesNetwork: holder !== undefined && confinement !== 'read',
      cwd,
      user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      lent: lent ? [lent.path] : [],
      nameFiles: holder !== undefined && confinement === 'write' ? (network?.files ?? []) : [],
    };
  }

  /** Opens ports; first called for the first command that may start a server. */
  function portsOf({ pid }: Holder): OpenPorts | undefined {
    const [nsenter, perl] = [made?.nsenter, find('perl')];
    return options.opensPorts && nsenter && perl
      ? openPorts({ nsenter, perl, pid, leadsOut: (port) => network?.leadsOut(port) ?? false })
      : undefined;
  }

  /** Measures what earlier commands wrote; the result applies to the next one. */
  function countHome({ upper, pid }: Holder): void {
    const { homeBytes } = options;
    if (homeBytes === undefined || counting || isHomeFull) return;
    counting = layerBytes(upper.home, homeBytes)
      .then((bytes) => (bytes > homeBytes ? fill(pid) : undefined))
      .finally(() => {
        counting = undefined;
      });
  }

  async function fill(pid: number): Promise<void> {
    const { nsenter, layout, folder: own } = made ?? {};
    if (nsenter === undefined || !layout || own === undefined) return;
    const { home, writable } = layout;
    hasNoSpace = await fillHome({ nsenter, pid, folder: join(own, 'write'), home, writable, env: options.env });
    isHomeFull = true;
  }

  /** Registers the command in the network. A variable tells its connections from those of other commands; the person's proxy is dropped. */
  function joined(client: HostClient | undefined): { token?: string; env: Record<string, string | undefined> } {
    if (!network) return { env: {} };
    commandCount += 1;
    const token = String(commandCount);
    network.hosts.join(token, client ?? REACHES_NOTHING);
    return { token, env: { ...NO_PROXY, [COMMAND_VARIABLE]: token } };
  }

  return {
    status: () => (chosen ??= choose()),
    async prepare(confinement) {
      await (chosen ??= choose());
      if (confinement === 'layer') await hold('layer');
      if (confinement === 'write') await network?.follow(ports?.ports ?? []);
    },
    wrap(argv, how) {
      if (!made) throw new Error('there is no sandbox'); // a bug: the caller must have asked for the status
      if (made.bwrap === undefined) return wrapWithoutLayers(argv, how, made);
      const holder = ready.get(how.confinement === 'layer' ? 'layer' : 'write');
      const alive = holder?.isAlive ? holder : undefined;
      if (alive?.homeIsLayer && how.confinement === 'write') countHome(alive);
      if (alive && how.confinement === 'write') ports ??= portsOf(alive);
      if (alive?.homeIsLayer) keepWayOpen({ pid: alive.pid, ...made.layout, cwd: how.cwd });
      // Without a throw-away layer, the workspace is read-only.
      const isLayer = how.confinement === 'layer' && alive?.workspaceIsLayer;
      const confinement = how.confinement === 'layer' && !isLayer ? 'read' : how.confinement;
      const confined = confinedBy(made.layout, made.folder, { ...how, confinement }, alive);
      const entering = alive && made.nsenter ? entered(made.nsenter, alive.pid, confined.sharesNetwork) : [];
      const inside = how.onTerminal ? [...argv] : withInit(argv);
      const own = how.onTerminal ? [] : ['--as-pid-1'];
      const { token, env } = confined.sharesNetwork && confinement === 'write' ? joined(how.client) : { env: {} };
      const whole = [...entering, made.bwrap, ...own, ...bwrapArguments(confined), '--', ...inside];
      return {
        argv: whole as [string, ...string[]],
        env: {
          ...sandboxEnvironment('/tmp', confined.homeIsLayer && !isHomeFull && confinement !== 'read'),
          ...how.lent?.env,
          ...env,
        },
        tellsExit: !how.onTerminal,
        ...(token !== undefined && { token }),
      };
    },
    get layerInUse() {
      if (!made) return undefined;
      return made.bwrap !== undefined ? 'bubblewrap' : made.perl !== undefined ? 'landlock' : 'seatbelt';
    },
    get door() {
      return made?.door;
    },
    get layout() {
      return made?.layout;
    },
    openPorts() {
      ports?.look();
      return ports?.ports ?? [];
    },
    get isHomeFull() {
      return isHomeFull;
    },
    get homeLayer() {
      return ready.get('write')?.upper.home;
    },
    lendable: (name) =>
      made?.bwrap === undefined ? undefined : findLent(name, options.personEnv ?? {}, made.layout.home),
    agentAt: (name) => made && findLent(name, options.personEnv ?? {}, made.layout.home)?.path,
    isOnlyOutside(port) {
      const inside = made?.perl ? new Set<number>() : listeningPorts(ready.get('write')?.pid ?? 'self');
      return listeningPorts('self').has(port) && !inside.has(port);
    },
    isMadeInside: (path) =>
      made?.bwrap !== undefined && /^\/(?:var\/)?tmp\//.test(path) && existsSync(join(made.folder, path)),
    async openTrial() {
      await (chosen ??= choose());
      const holder = ready.get('write');
      const unshare = find('unshare');
      const { bwrap, nsenter, layout } = made ?? {};
      if (!layout || bwrap === undefined || nsenter === undefined || unshare === undefined || !holder?.homeIsLayer)
        return undefined;
      keepWayOpen({ pid: holder.pid, ...layout, cwd: layout.writable[0] ?? layout.home });
      const session = made?.folder ?? '';
      const own = mkdtempSync(join(session, 'try-'));
      const { home, writable } = layout;
      const temporary = [join(session, 'tmp'), join(session, 'var', 'tmp')];
      const at = { home, writable, temporary, folder: own };
      const layer = await startTryLayer({ nsenter, unshare, holder: holder.pid, ...at, env: options.env });
      if (!layer) return undefined;
      const { token, env } = joined(REACHES_NOTHING);
      return {
        wrap(argv, cwd) {
          const confined = confinedBy(layout, session, { cwd, confinement: 'write' }, holder);
          const whole = [...entered(nsenter, layer.pid, true), bwrap, '--as-pid-1', ...bwrapArguments(confined), '--'];
          return {
            argv: [...whole, ...withInit(argv)] as [string, ...string[]],
            env: { ...sandboxEnvironment('/tmp', true), ...env },
            tellsExit: true,
          };
        },
        seen() {
          const { refused = [] } = token === undefined ? {} : (network?.hosts.report(token) ?? {});
          return { files: layer.files(), hosts: refused };
        },
        close() {
          layer.stop();
          removeFolder(own);
        },
      };
    },
    hostReport: (token) => network?.hosts.report(token),
    async close() {
      await chosen?.catch(() => undefined);
      await Promise.all([...holders.values(), counting]);
      network?.close();
      ports?.close();
      for (const holder of ready.values()) holder.stop();
      if (folder !== undefined) removeFolder(folder);
    },
  };
}

function entered(nsenter: string, pid: number, withNetwork: boolean): string[] {
  return [nsenter, ...(withNetwork ? enterArguments(pid, 'mount', 'network') : enterArguments(pid, 'mount'))];
}
