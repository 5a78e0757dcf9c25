/** Decides when to draw: at once for a key, at a limited rate for streamed text. */

import { elapsedMs } from '../../../base/elapsed.ts';

export interface Frames {
  /** Draws within the frame time; many requests share one frame. `units`: the amount of new text, of which not too much should wait. */
  soon(units?: number): void;
  now(): void;
  /** Draws nothing until `go`. */
  stop(): void;
  go(): void;
}

const FRAME_MS = 33;
/** Limits the text that waits, because drawn text takes many times its size. */
const MOST_WAITING = 1 << 15;

export function createFrames(draw: () => void, clock: () => number = elapsedMs): Frames {
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let waiting = 0;

  function now(): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = undefined;
    waiting = 0;
    draw();
    last = clock();
  }

  return {
    now,
    soon(units = 0) {
      waiting += units;
      if (waiting > MOST_WAITING) return now();
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
