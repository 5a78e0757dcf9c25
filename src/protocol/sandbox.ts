/** Where commands run: the layer of the system that confines them, and what it stopped. */

import { isPlainObject } from '../base/schema.ts';
import type { Fault } from './fault.ts';

type Layer = 'bubblewrap' | 'landlock' | 'seatbelt';

/** A limitation of the layer in use; each either still leads to a question or is reported. */
export type Gap =
  | 'home-read-only'
  | 'own-loopback'
  | 'modes-and-times'
  | 'shared-memory'
  | 'signals'
  | 'hooks'
  | 'host-loopback'
  | 'untried'
  | 'hosts'
  | 'no-network';

export interface ConfiningSandbox {
  layer: Layer;
  home: 'layer' | 'cache';
  /**
   * `hosts`: filtered by host. `none`: no network. `allowed`: none for commands that run only because
   * they are confined, unrestricted for allowed ones.
   */
  network: 'hosts' | 'none' | 'allowed';
  gaps: readonly Gap[];
}

export type SandboxStatus =
  | ConfiningSandbox
  /** As strict as without a sandbox; `why` says what is missing. */
  | { layer: 'none'; why: Fault; isRequired: boolean };

/** `read`: no writes, no network; `write`: the workspace is writable; `layer`: it seems writable, but the writes are thrown away. */
export type Confinement = 'read' | 'write' | 'layer';

/** What network a mode gives to commands in a sandbox: none, the hosts that policy allows, or every public host. */
export const NETWORKS = ['none', 'hosts', 'open'] as const;
export type Network = (typeof NETWORKS)[number];

/** The person's sockets that a command can be lent. */
export const LENT_NAMES = ['ssh-agent', 'gpg-agent'] as const;
export type LentName = (typeof LENT_NAMES)[number];

/** Where a command wants to connect. */
export interface HostTarget {
  name: string;
  port: number;
  /** The private address that the name resolves to. */
  address?: string;
  /** The target is a server on this machine's loopback. */
  isOwn?: true;
}

/** A command whose connections are judged one by one, each waiting for the answer. */
export interface HostClient {
  mayReach(target: HostTarget): Promise<boolean>;
  /** Time spent so far asking the person, which does not count as the command's. */
  heldMs?(): number;
}

/** What a command did on a layer that was thrown away. */
export interface Tried {
  exitCode: number;
  /** The end of its output. */
  output: string;
  files: readonly TriedFile[];
  /** Hosts that it tried to reach but could not, such as `example.org:443`. */
  hosts: readonly string[];
}

export interface TriedFile {
  path: string;
  change: 'added' | 'changed' | 'deleted';
  bytes: number;
  isFolder?: true;
}

/** The sandbox as the person's commands see it. */
export interface SandboxControl {
  /** Found by trying; `undefined` if sandboxes are not supported here. */
  status(): Promise<SandboxStatus | undefined>;
  /** The layer, if it has been tried already; does not try it. */
  readonly layerInUse?: string | undefined;
  /** Runs a line on a layer that is thrown away; `undefined` if that is not available here. */
  attempt?(line: string, cwd: string, signal: AbortSignal): Promise<Tried | undefined>;
  /** Ports of servers started by commands that are also open on this machine. */
  openPorts?(): readonly number[];
  /** Files that commands wrote to the layer over the home folder, relative to it; deleted ones are prefixed with `-`. */
  changes(): Promise<string[]>;
  /** True if commands wrote this path to the layer. */
  holds(path: string): Promise<boolean>;
  /** Copies one of these files to the real home folder. */
  keep(path: string): Promise<'missing' | undefined>;
}

/** Something the sandbox prevented a command from doing, established by evidence. */
export interface Blocked {
  kind: BlockedKind;
  what: string;
}

/** `agent`: one that the person can lend, by its name. `socket`: by its path. */
const BLOCKED_KINDS = ['write', 'read', 'host', 'socket', 'agent', 'process'] as const;
type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** What was blocked, from the `sandbox` field of a result; in older logs, agents are sockets without a path. */
export function blockedIn({ blocked }: Readonly<Record<string, unknown>>): Blocked[] {
  if (!Array.isArray(blocked)) return [];
  return blocked.filter(isBlocked).map(({ kind, what }) => {
    const isAgent = kind === 'socket' && LENT_NAMES.some((name) => name === what);
    return { kind: isAgent ? 'agent' : kind, what };
  });
}

function isBlocked(value: unknown): value is Blocked {
  return isPlainObject(value) && typeof value.what === 'string' && BLOCKED_KINDS.some((kind) => kind === value.kind);
}
