/** The holders of a session, each started once: one with the real workspace, one with a throw-away layer over it. */

import { join } from 'node:path';
import type { Bubblewrap } from './layer.ts';
import { type Holder, startHolder } from './layers/holder.ts';

type Kind = 'write' | 'layer';

export interface Holders {
  /** Starts the holder unless that was tried before; `undefined` if unavailable here. */
  start(kind: Kind, layer: Bubblewrap): Promise<Holder | undefined>;
  /** The holder, if it was started; it may have ended since. */
  get(kind: Kind): Holder | undefined;
  /** Waits for holders that are starting. */
  settled(): Promise<unknown>;
  /** Stops and forgets all that were started. */
  stop(): void;
}

export function createHolders(env: NodeJS.ProcessEnv): Holders {
  const starting = new Map<Kind, Promise<Holder | undefined>>();
  const ready = new Map<Kind, Holder>();

  async function startOne(kind: Kind, { bwrap, nsenter, layout, folder }: Bubblewrap): Promise<Holder | undefined> {
    if (nsenter === undefined) return undefined;
    const holder = await startHolder({
      bwrap,
      home: layout.home,
      writable: layout.writable,
      folder: join(folder, kind),
      layersWorkspace: kind === 'layer',
      env,
    });
    if ('problem' in holder) return undefined;
    ready.set(kind, holder);
    return holder;
  }

  return {
    start(kind, layer) {
      const known = starting.get(kind);
      if (known) return known;
      const started = startOne(kind, layer);
      starting.set(kind, started);
      return started;
    },
    get: (kind) => ready.get(kind),
    settled: () => Promise.all(starting.values()),
    stop() {
      for (const holder of ready.values()) holder.stop();
      ready.clear();
    },
  };
}
