/** Splits long work into short slices, so that other pending work gets its turn in between. */

import { setImmediate as nextMoment } from 'node:timers/promises';

const SLICE_MS = 8;
/** The clock is read only once in this many steps. */
const STEPS = 64;

export interface Pacer {
  /** Cheap enough to call at every step. */
  isDue(): boolean;
  rest(): Promise<void>;
}

export function createPacer(): Pacer {
  let steps = 0;
  let until = performance.now() + SLICE_MS;
  return {
    isDue() {
      steps += 1;
      return steps % STEPS === 0 && performance.now() > until;
    },
    async rest() {
      await nextMoment();
      until = performance.now() + SLICE_MS;
    },
  };
}
