/** How long each part of a model request may take before it counts as stuck. */

import { elapsedMs } from '../../base/elapsed.ts';

export interface Timers {
  /** TCP, TLS and proxy. */
  connectMs: number;
  /** From the request being sent to the head of the answer. */
  headMs: number;
  /** From the head to the first event. */
  firstDataMs: number;
  /** Between events. */
  idleMs: number;
  /** The clock by which limits are measured; absent for the machine's clock. */
  clock?: Clock;
}

export interface Clock {
  /** Milliseconds since some moment; never decreases. */
  now(): number;
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const MACHINE_CLOCK: Clock = {
  now: elapsedMs,
  after(ms, run) {
    if (ms === 0) {
      const soon = setImmediate(run); // after data that has arrived was read
      return () => clearImmediate(soon);
    }
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const PRODUCT_TIMERS: Timers = { connectMs: 15_000, headMs: 60_000, firstDataMs: 120_000, idleMs: 120_000 };

/** Heartbeats stretch a wait for data to at most this many times its length. */
const STRETCH = 5;
/** What may still follow a finish marker: the usage chunk and `[DONE]`. */
const AFTER_FINISH_MS = 5_000;

export interface StallTimer {
  /** Starts waiting for bytes. `arrived`: what the previous bytes contained. */
  wait(arrived: 'nothing' | 'bytes' | 'event' | 'finish'): void;
  /** Bytes came; until the next wait, the time is the reader's. */
  pause(): void;
  stop(): void;
}

/** Calls `onStall` once, when bytes have been waited for too long. Costs a clock reading per wait, not a timer. */
export function stallTimer(timers: Timers, onStall: (waitedMs: number) => void): StallTimer {
  const clock = timers.clock ?? MACHINE_CLOCK;
  let limit = timers.firstDataMs;
  let waiting = false;
  let lastBytes = clock.now();
  let lastEvent = lastBytes;
  let stop = clock.after(limit, check);
  function check(): void {
    const left = timeLeft();
    // After a suspension, as by Ctrl+Z, data may have arrived unread: reading it comes first.
    if (left <= 0) stop = clock.after(0, decide);
    else stop = clock.after(left, check);
  }
  function decide(): void {
    if (timeLeft() <= 0) onStall(clock.now() - lastEvent);
    else check();
  }
  function timeLeft(): number {
    if (!waiting) return limit;
    return Math.min(lastBytes + limit, lastEvent + STRETCH * limit) - clock.now();
  }
  function shorten(to: number): void {
    if (limit === to) return;
    limit = to;
    stop();
    stop = clock.after(limit, check);
  }
  return {
    wait(arrived) {
      waiting = true;
      lastBytes = clock.now();
      if (arrived === 'nothing' || arrived === 'bytes') return;
      lastEvent = lastBytes;
      shorten(arrived === 'finish' ? Math.min(AFTER_FINISH_MS, timers.idleMs) : timers.idleMs);
    },
    pause() {
      waiting = false;
    },
    stop: () => stop(),
  };
}
