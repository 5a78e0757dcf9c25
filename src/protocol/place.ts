/** Where commands run: which layer of the system confines them, and what it stopped. */

type Layer = 'bubblewrap' | 'landlock' | 'seatbelt';

/** What a layer in use leaves open; each keeps asking, or is said. */
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

export interface ConfiningPlace {
  layer: Layer;
  home: 'layer' | 'cache';
  /** By host; or none; or none for what runs only because it is confined, and as without a sandbox for what was allowed. */
  network: 'hosts' | 'none' | 'allowed';
  gaps: readonly Gap[];
}

export type PlaceStatus =
  | ConfiningPlace
  /** As strict as without: `why` says what is missing. */
  | { layer: 'none'; why: string; isRequired: boolean };

/** `read`: nothing can be written and nothing reached; `write`: the workspace can; `layer`: so it seems, and it is thrown away. */
export type Confinement = 'read' | 'write' | 'layer';

/** What a mode gives to commands in a sandbox: nothing, hosts that policy allows, or every public one. */
export const NETWORKS = ['none', 'hosts', 'open'] as const;
export type Network = (typeof NETWORKS)[number];

/** Sockets of the person that a command can be lent. */
export const LENT_NAMES = ['ssh-agent', 'gpg-agent'] as const;
export type LentName = (typeof LENT_NAMES)[number];

/** Where a command would connect. */
export interface HostTarget {
  name: string;
  port: number;
  /** A private address that the name leads to. */
  address?: string;
  /** A server of this machine, on its own loopback. */
  isOwn?: true;
}

/** A command whose connections are judged one by one; they wait for the answer. */
export interface HostClient {
  mayReach(target: HostTarget): Promise<boolean>;
  /** How long the person was asked so far: their time, not the command's. */
  heldMs?(): number;
}

/** What a command did on a layer that was thrown away. */
export interface Tried {
  exitCode: number;
  /** The end of what it printed. */
  output: string;
  files: readonly TriedFile[];
  /** Hosts that it wanted to reach and did not: `example.org:443`. */
  hosts: readonly string[];
}

export interface TriedFile {
  path: string;
  change: 'added' | 'changed' | 'deleted';
  bytes: number;
  isFolder?: true;
}

/** The sandbox as commands of the person see it. */
export interface PlaceControl {
  /** Found by trying; `undefined`: nothing is known of sandboxes here. */
  status(): Promise<PlaceStatus | undefined>;
  /** The layer, once it was tried; nothing is tried for it. */
  readonly layerInUse?: string | undefined;
  /** Runs a line on a layer that is thrown away; `undefined`: that cannot be had here. */
  attempt?(line: string, cwd: string, signal: AbortSignal): Promise<Tried | undefined>;
  /** Ports of servers that commands started, as far as they are open on this machine too. */
  openPorts?(): readonly number[];
  /** What commands wrote to the layer over the home folder, by name from there; `-` before what they deleted. */
  changes(): Promise<string[]>;
  /** Copies one of these to the real home folder. */
  keep(path: string): Promise<'missing' | undefined>;
}

/** What the sandbox kept a command from, by evidence. */
export interface Blocked {
  kind: 'write' | 'read' | 'host' | 'socket' | 'process';
  what: string;
}
