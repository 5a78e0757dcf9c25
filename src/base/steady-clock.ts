/** The time of day that runs evenly: while something is timed, setting the system's clock moves nothing. */

import { elapsedMs } from './elapsed.ts';

export interface SteadyClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes the system's time again: where nothing is being timed. */
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
