/** When to draw: at once for a key, at most so often for what streams. */

import { monotonicMs } from './clock.ts';

export interface Frames {
  /** Draw within the frame time; many requests are one frame. */
  soon(): void;
  now(): void;
  /** Nothing is drawn until `go`. */
  stop(): void;
  go(): void;
}

const FRAME_MS = 33;

export function createFrames(draw: () => void, clock: () => number = monotonicMs): Frames {
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function now(): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = undefined;
    draw();
    last = clock();
  }

  return {
    now,
    soon() {
      if (timer !== undefined || isStopped) return;
      timer = setTimeout(now, Math.max(0, last + FRAME_MS - clock()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isStopped = true;
    },
    go() {
      isStopped = false;
      now();
    },
  };
}
