/** Chooses the layer of a session by trying: bubblewrap, then Landlock; on macOS sandbox-exec. */

import { existsSync, realpathSync } from 'node:fs';
import { type NamedText, named } from '../../base/named-text.ts';
import type { Gap, SandboxStatus } from '../../protocol/sandbox.ts';
import { createDoor } from './door.ts';
import type { Holders } from './holders.ts';
import type { Bubblewrap, Landlock, Layer, LayerBase, Seatbelt } from './layer.ts';
import { bwrapArguments } from './layers/bwrap.ts';
import { landlockGaps } from './layers/landlock.ts';
import { tryLayer } from './layers/probe.ts';
import { SEATBELT_GAPS } from './layers/seatbelt.ts';
import { systemProgram } from './layers/system-program.ts';
import { landlockVersion, startsOf, tryLandlock } from './layers/without-layers.ts';
import { findLayout } from './layout.ts';
import { type HostOptions, openNetwork } from './network/session-network.ts';
import { makeFolder } from './session-folder.ts';
import { confinedBy } from './wrap.ts';

export interface LayerOptions {
  mode: 'auto' | 'require' | 'off';
  roots: readonly string[];
  home: string | undefined;
  /** Finds the system's programs. */
  find?: (name: string) => string | undefined;
  landlockVersion?: (perl: string) => Promise<number>;
  /** How hosts are looked up and reached; if absent, commands have no network. */
  hosts?: HostOptions;
}

/** A layer that works here and its status, or why there is none. */
type Choice = { layer: Layer; status: SandboxStatus } | { why: NamedText };

const INSTALL = named('sandboxInstall', 'install bubblewrap');

const UNTRIED = 'the one for macOS is untried; sandbox.mode "require" turns it on';

/** Finds out what commands may see and change, and creates the session's folder. */
export function findBase({ home, roots }: LayerOptions): LayerBase | { why: NamedText } {
  if (home === undefined || !existsSync(home)) return { why: named('sandboxNoHome', 'there is no home folder') };
  const found = findLayout(roots, realpathSync(home));
  if (!found.ok) return { why: found.why };
  const { layout } = found;
  const folder = makeFolder([layout.home, ...roots]);
  const repositories = layout.writable.filter((path) => !roots.includes(path));
  return { layout, folder, door: createDoor(roots, repositories, () => folder) };
}

export async function chooseLayer(base: LayerBase, options: LayerOptions, holders: Holders): Promise<Choice> {
  if (process.platform === 'darwin') return chooseSeatbelt(base, options);
  if (process.platform !== 'linux') return { why: named('sandboxUnsupported', 'this system is not supported') };
  const first = await chooseBubblewrap(base, options, holders);
  return 'layer' in first ? first : ((await chooseLandlock(base, options)) ?? first);
}

async function chooseBubblewrap(base: LayerBase, options: LayerOptions, holders: Holders): Promise<Choice> {
  const { find = systemProgram, hosts } = options;
  const bwrap = find('bwrap');
  if (bwrap === undefined) return { why: INSTALL };
  const nsenter = find('nsenter');
  const layer: Bubblewrap = { kind: 'bubblewrap', bwrap, nsenter, ...base };
  // In parallel: both are needed, and each waits for the system.
  const [holder, problem] = await Promise.all([holders.start('write', layer), tryBubblewrap(bwrap, base)]);
  if (problem !== undefined) {
    holders.stop();
    return { why: problem };
  }
  const network =
    holder && nsenter !== undefined && hosts
      ? await openNetwork({ nsenter, perl: find('perl'), pid: holder.pid, folder: base.folder }, hosts)
      : undefined;
  const gaps: Gap[] = [
    ...(holder ? [] : (['own-loopback'] as const)),
    ...(holder?.homeIsLayer ? [] : (['home-read-only'] as const)),
    ...(network ? [] : (['no-network'] as const)),
  ];
  const home = holder?.homeIsLayer ? 'layer' : 'cache';
  return {
    layer: { ...layer, network },
    status: { layer: 'bubblewrap', home, network: network ? 'hosts' : 'none', gaps },
  };
}

function tryBubblewrap(bwrap: string, base: LayerBase): Promise<NamedText | undefined> {
  const confined = confinedBy(base, { cwd: '/', confinement: 'read' });
  return tryLayer('bubblewrap', [bwrap, ...bwrapArguments(confined), '--'], base.folder, true);
}

/** `undefined` if Landlock does not work here. */
async function chooseLandlock(base: LayerBase, options: LayerOptions): Promise<Choice | undefined> {
  const { find = systemProgram, landlockVersion: versionOf = landlockVersion } = options;
  const perl = find('perl');
  if (perl === undefined || !(await tryLandlock(perl, base.layout, base.folder))) return undefined;
  const layer: Landlock = { kind: 'landlock', perl, ...base };
  const gaps = landlockGaps(await versionOf(perl));
  return { layer, status: { layer: 'landlock', home: 'cache', network: 'allowed', gaps } };
}

async function chooseSeatbelt(base: LayerBase, { mode, find = systemProgram }: LayerOptions): Promise<Choice> {
  if (mode !== 'require') return { why: named('sandboxUntried', UNTRIED) };
  const seatbelt = find('sandbox-exec');
  if (seatbelt === undefined) return { why: named('sandboxNoSeatbelt', 'there is no sandbox-exec') };
  const layer: Seatbelt = { kind: 'seatbelt', seatbelt, ...base };
  const starts = startsOf({ cwd: '/', confinement: 'read' }, layer);
  const problem = await tryLayer('sandbox-exec', starts, base.folder, false);
  if (problem !== undefined) return { why: problem };
  return { layer, status: { layer: 'seatbelt', home: 'cache', network: 'allowed', gaps: SEATBELT_GAPS } };
}
