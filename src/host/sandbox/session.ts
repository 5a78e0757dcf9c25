/** The sandbox of a session: its layer is chosen once by trying, created when the first command needs it, and removed at the end. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedText } from '../../base/named-text.ts';
import type { Environment } from '../../base/net/proxy.ts';
import type { Confinement, LentName, SandboxStatus } from '../../protocol/sandbox.ts';
import { chooseLayer, findBase, type LayerOptions } from './choose-layer.ts';
import type { Door } from './door.ts';
import { createHolders, type Holders } from './holders.ts';
import { createHomeLimit, type HomeLimit } from './home-limit.ts';
import type { Bubblewrap, Layer } from './layer.ts';
import type { Holder } from './layers/holder.ts';
import { systemProgram } from './layers/system-program.ts';
import { keepWayOpen } from './layers/way-in.ts';
import { wrapWithoutLayers } from './layers/without-layers.ts';
import type { Layout } from './layout.ts';
import type { HostReport } from './network/hosts.ts';
import { findLent, type LentSocket } from './network/lent-sockets.ts';
import { listeningPorts } from './network/listening-ports.ts';
import { type OpenPorts, openPorts } from './network/open-ports.ts';
import { removeFolder } from './session-folder.ts';
import { openTrial, type Trial } from './trial.ts';
import { type How, type Wrapped, wrapCommand } from './wrap.ts';

export interface Sandbox {
  /** Probes once and caches the result. */
  status(): Promise<SandboxStatus>;
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

export interface SandboxOptions extends LayerOptions {
  env: NodeJS.ProcessEnv;
  /** Size limit of the layer over the home folder, which then takes no more data; no limit if absent. */
  homeBytes?: number;
  /** Whether servers inside are reachable from this machine's loopback. */
  opensPorts?: boolean;
  /** The person's environment, which names the sockets that can be lent. */
  personEnv?: Environment;
}

/** What exists of a session's sandbox so far. */
interface State {
  readonly holders: Holders;
  readonly home: HomeLimit;
  /** Exists once the layers are being tried, even if none works. */
  folder?: string;
  layer?: Layer;
  /** Opened for the first command that may start a server. */
  ports?: OpenPorts | undefined;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { env, personEnv = {}, find = systemProgram } = options;
  const state: State = { holders: createHolders(env), home: createHomeLimit(options.homeBytes, env) };
  let choosing: Promise<SandboxStatus> | undefined;
  const status = (): Promise<SandboxStatus> => (choosing ??= choose(state, options));
  return {
    status,
    async prepare(confinement) {
      await status();
      const layer = bubblewrapOf(state);
      if (layer && confinement === 'layer') await state.holders.start('layer', layer);
      if (confinement === 'write') await layer?.network?.follow(state.ports?.ports ?? []);
    },
    wrap(argv, how) {
      const { layer } = state;
      if (!layer) throw new Error('there is no sandbox'); // a bug: the caller must have asked for the status
      return layer.kind === 'bubblewrap'
        ? wrapInSession(argv, how, layer, state, options)
        : wrapWithoutLayers(argv, how, layer);
    },
    get layerInUse() {
      return state.layer?.kind;
    },
    get door() {
      return state.layer?.door;
    },
    get layout() {
      return state.layer?.layout;
    },
    openPorts() {
      state.ports?.look();
      return state.ports?.ports ?? [];
    },
    get isHomeFull() {
      return state.home.state !== 'open';
    },
    get homeLayer() {
      return state.holders.get('write')?.upper.home;
    },
    lendable(name) {
      const layer = bubblewrapOf(state);
      return layer && findLent(name, personEnv, layer.layout.home);
    },
    agentAt: (name) => state.layer && findLent(name, personEnv, state.layer.layout.home)?.path,
    isOnlyOutside: (port) => listeningPorts('self').has(port) && !portsInside(state).has(port),
    isMadeInside(path) {
      const layer = bubblewrapOf(state);
      return layer !== undefined && /^\/(?:var\/)?tmp\//.test(path) && existsSync(join(layer.folder, path));
    },
    async openTrial() {
      await status();
      const [layer, holder] = [bubblewrapOf(state), state.holders.get('write')];
      return layer && holder && openTrial({ layer, holder, home: state.home, unshare: find('unshare'), env });
    },
    hostReport: (token) => bubblewrapOf(state)?.network?.hosts.report(token),
    async close() {
      await choosing?.catch(() => undefined);
      await close(state);
    },
  };
}

async function choose(state: State, options: SandboxOptions): Promise<SandboxStatus> {
  const none = (why: NamedText): SandboxStatus => ({ layer: 'none', why, isRequired: options.mode === 'require' });
  const base = findBase(options);
  if ('why' in base) return none(base.why);
  state.folder = base.folder;
  const choice = await chooseLayer(base, options, state.holders);
  if ('why' in choice) return none(choice.why);
  state.layer = choice.layer;
  return choice.status;
}

function bubblewrapOf({ layer }: State): Bubblewrap | undefined {
  return layer?.kind === 'bubblewrap' ? layer : undefined;
}

/** Confines a command to the session's home layer and network, as long as the process that holds them lives. */
function wrapInSession(
  argv: readonly string[],
  how: How,
  layer: Bubblewrap,
  state: State,
  options: SandboxOptions,
): Wrapped {
  const { holders, home } = state;
  const holder = holders.get(how.confinement === 'layer' ? 'layer' : 'write');
  if (!holder?.isAlive) return wrapCommand(argv, how, layer);
  const isWriting = how.confinement === 'write';
  if (isWriting && holder.homeIsLayer) home.measure(layer, holder);
  if (isWriting) state.ports ??= portsOf(layer, holder, options);
  if (holder.homeIsLayer) keepWayOpen({ pid: holder.pid, ...layer.layout, cwd: how.cwd });
  const session = { holder, home: home.state, nameFiles: layer.network?.files ?? [] };
  return wrapCommand(argv, how, layer, session, isWriting ? layer.network?.join(how.client) : undefined);
}

function portsOf(
  { nsenter, network }: Bubblewrap,
  { pid }: Holder,
  { opensPorts, find = systemProgram }: SandboxOptions,
): OpenPorts | undefined {
  const perl = find('perl');
  return opensPorts && nsenter && perl
    ? openPorts({ nsenter, perl, pid, leadsOut: (port) => network?.leadsOut(port) ?? false })
    : undefined;
}

/** Ports that commands can reach on their loopback; none under Landlock. */
function portsInside({ layer, holders }: State): ReadonlySet<number> {
  return layer?.kind === 'landlock' ? new Set() : listeningPorts(holders.get('write')?.pid ?? 'self');
}

async function close(state: State): Promise<void> {
  await Promise.all([state.holders.settled(), state.home.settled()]);
  bubblewrapOf(state)?.network?.close();
  state.ports?.close();
  state.holders.stop();
  if (state.folder !== undefined) removeFolder(state.folder);
}
