/** The layer that confines a session's commands: its program, and what commands see under it. */

import type { Door } from './door.ts';
import type { Layout } from './layout.ts';
import type { SessionNetwork } from './network/session-network.ts';

/** What every layer confines commands to. */
export interface LayerBase {
  layout: Layout;
  /** The session's folder, with its `/tmp`, `/var/tmp` and layers. */
  folder: string;
  door: Door;
}

export interface Bubblewrap extends LayerBase {
  kind: 'bubblewrap';
  bwrap: string;
  /** Enters the namespaces of a holder; without it there are no holders. */
  nsenter: string | undefined;
  /** Absent if commands have no network. */
  network?: SessionNetwork | undefined;
}

export interface Landlock extends LayerBase {
  kind: 'landlock';
  perl: string;
}

export interface Seatbelt extends LayerBase {
  kind: 'seatbelt';
  seatbelt: string;
}

export type Layer = Bubblewrap | Landlock | Seatbelt;
