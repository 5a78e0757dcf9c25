/** Splits long work into short slices, so that other pending work gets its turn in between. */

import { setImmediate as nextMoment } from 'node:timers/promises';
import { elapsedMs } from '../../base/elapsed.ts';

const SLICE_MS = 8;
/** The clock is read only once in this many steps. */
const STEPS = 64;

export interface Pacer {
  /** Cheap enough to call at every step. */
  isDue(): boolean;
  rest(): Promise<void>;
}

interface PacerPorts {
  now?(): number;
  /** Called after each rest. */
  rested?(): void;
}

export function createPacer({ now = elapsedMs, rested }: PacerPorts = {}): Pacer {
  let steps = 0;
  let until = now() + SLICE_MS;
  return {
    isDue() {
      steps += 1;
      return steps % STEPS === 0 && now() > until;
    },
    async rest() {
      await nextMoment();
      rested?.();
      until = now() + SLICE_MS;
    },
  };
}
