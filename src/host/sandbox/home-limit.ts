/** Limits the size of the layer over the home folder: measures it in the background and closes it once it is too large. */

import { join } from 'node:path';
import type { Bubblewrap } from './layer.ts';
import { fillHome } from './layers/full-home.ts';
import type { Holder } from './layers/holder.ts';
import { layerBytes } from './layers/layer-size.ts';

/** `full`: writes to the home layer fail for lack of space. `read-only`: that could not be arranged, so the home folder is read-only. */
export type HomeState = 'open' | 'full' | 'read-only';

export interface HomeLimit {
  readonly state: HomeState;
  /** Measures what earlier commands wrote; the result applies to the next one. */
  measure(layer: Bubblewrap, holder: Holder): void;
  /** Waits for a measurement under way. */
  settled(): Promise<void>;
}

/** `bytes` is the limit; if absent there is none. */
export function createHomeLimit(bytes: number | undefined, env: NodeJS.ProcessEnv): HomeLimit {
  let state: HomeState = 'open';
  let measuring: Promise<void> | undefined;

  async function measureOnce({ nsenter, layout, folder }: Bubblewrap, holder: Holder, limit: number): Promise<void> {
    const isOver = (await layerBytes(holder.upper.home, limit)) > limit;
    if (!isOver || nsenter === undefined) return;
    const { home, writable } = layout;
    const at = { nsenter, pid: holder.pid, folder: join(folder, 'write'), home, writable, env };
    state = (await fillHome(at)) ? 'full' : 'read-only';
  }

  return {
    get state() {
      return state;
    },
    measure(layer, holder) {
      if (bytes === undefined || measuring || state !== 'open') return;
      measuring = measureOnce(layer, holder, bytes).finally(() => {
        measuring = undefined;
      });
    },
    settled: async () => measuring,
  };
}
