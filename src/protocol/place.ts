/** Where commands run: which layer of the system confines them, and what it stopped. */

type Layer = 'bubblewrap' | 'landlock' | 'seatbelt';

/** What a layer in use leaves open; each keeps asking, or is said. */
export type Gap =
  | 'home-read-only'
  | 'own-loopback'
  | 'modes-and-times'
  | 'hooks'
  | 'host-loopback'
  | 'untried'
  | 'no-network';

export type PlaceStatus =
  | { layer: Layer; home: 'layer' | 'cache'; gaps: readonly Gap[] }
  /** As strict as without: `why` says what is missing. */
  | { layer: 'none'; why: string; isRequired: boolean };

/** `read`: nothing can be written and nothing reached; `write`: the workspace can; `layer`: so it seems, and it is thrown away. */
export type Confinement = 'read' | 'write' | 'layer';

/** The sandbox as commands of the person see it. */
export interface PlaceControl {
  /** Found by trying; `undefined`: nothing is known of sandboxes here. */
  status(): Promise<PlaceStatus | undefined>;
  /** What commands wrote to the layer over the home folder, by name from there; `-` before what they deleted. */
  changes(): Promise<string[]>;
  /** Copies one of these to the real home folder. */
  keep(path: string): Promise<'missing' | undefined>;
}

/** What the sandbox kept a command from, by evidence. */
export interface Blocked {
  kind: 'write' | 'read' | 'host' | 'socket';
  what: string;
}
