/** How long each part of a model request may take before it counts as stuck. */

export interface Timers {
  /** TCP, TLS and proxy. */
  connectMs: number;
  /** From the request being sent to the head of the answer. */
  headMs: number;
  /** From the head to the first event. */
  firstDataMs: number;
  /** Between events. */
  idleMs: number;
}

export const PRODUCT_TIMERS: Timers = { connectMs: 15_000, headMs: 60_000, firstDataMs: 120_000, idleMs: 120_000 };

/** Heartbeats stretch a wait for data to at most this many times its length. */
const STRETCH = 5;
/** What may still follow a finish marker: the usage chunk and `[DONE]`. */
const AFTER_FINISH_MS = 5_000;

export interface StallTimer {
  /** About to wait for bytes. `arrived`: what the bytes before held. */
  wait(arrived: 'nothing' | 'bytes' | 'event' | 'finish'): void;
  /** Bytes came; until the next wait the time is the reader's own. */
  pause(): void;
  stop(): void;
}

/** Calls `onStall` once, when bytes have been waited for too long. Costs a clock reading per wait, not a timer. */
export function stallTimer(timers: Timers, onStall: (waitedMs: number) => void): StallTimer {
  let limit = timers.firstDataMs;
  let waiting = false;
  let lastBytes = performance.now();
  let lastEvent = lastBytes;
  let timer = setTimeout(check, limit);
  function check(): void {
    const now = performance.now();
    const due = Math.min(lastBytes + limit, lastEvent + STRETCH * limit);
    if (waiting && now >= due) onStall(now - lastEvent);
    else timer = setTimeout(check, waiting ? Math.max(due - now, 1) : limit);
  }
  function shorten(to: number): void {
    if (limit === to) return;
    limit = to;
    clearTimeout(timer);
    timer = setTimeout(check, limit);
  }
  return {
    wait(arrived) {
      waiting = true;
      lastBytes = performance.now();
      if (arrived === 'nothing' || arrived === 'bytes') return;
      lastEvent = lastBytes;
      shorten(arrived === 'finish' ? Math.min(AFTER_FINISH_MS, timers.idleMs) : timers.idleMs);
    },
    pause() {
      waiting = false;
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
