/** A time of day that runs evenly: changing the system's clock does not affect intervals being timed. */

import { elapsedMs } from './elapsed.ts';

export interface SteadyClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Adopts the system's time again; to be called when nothing is being timed. */
  sync(): void;
}

export function steadyClock(timeOfDay: () => number = Date.now, elapsed: () => number = elapsedMs): SteadyClock {
  let start = timeOfDay() - elapsed();
  return {
    now: () => Math.round(start + elapsed()),
    sync() {
      start = timeOfDay() - elapsed();
    },
  };
}
