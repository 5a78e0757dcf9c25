/** A program's lifetime: it lasts until the program ends, times out or is killed; then records how it ended. */

import { constants } from 'node:os';
import { MAX_TIMER_MS } from '../../base/abort.ts';
import { elapsedMs } from '../../base/elapsed.ts';
import { endTree } from '../process/process-tree.ts';
import type { Pty } from './pty.ts';

interface Exit {
  exitCode: number;
  durationMs: number;
}

export interface Lifetime {
  readonly exit: Exit | undefined;
  readonly timedOut: boolean;
  readonly durationMs: number;
  end(why: 'killed' | 'timeout'): Promise<void>;
  /** Records the exit, once the program has ended and all its output has been processed. */
  settle(status: { code: number; signal: number }): void;
}

interface LifetimePorts {
  pty: Pick<Pty, 'pid'>;
  marker: string;
  endsAll?: boolean;
  /** Start time on the clock of `performance`. */
  started: number;
  /** 0 for no limit. */
  timeoutMs: number;
}

/** Exit code that the coreutils `timeout` reports. */
const TIMED_OUT = 124;

export function createLifetime({ pty, marker, endsAll = false, started, timeoutMs }: LifetimePorts): Lifetime {
  let exit: Exit | undefined;
  let reason: 'killed' | 'timeout' | undefined;
  let ending: Promise<void> | undefined;
  const elapsed = (): number => Math.round(elapsedMs() - started);
  const timer = timeoutMs > 0 ? setTimeout(() => void end('timeout'), Math.min(timeoutMs, MAX_TIMER_MS)) : undefined;

  return {
    get exit() {
      return exit;
    },
    get timedOut() {
      return reason === 'timeout';
    },
    get durationMs() {
      return exit?.durationMs ?? elapsed();
    },
    end,
    settle({ code, signal }) {
      clearTimeout(timer);
      const own = signal > 0 ? 128 + signal : code;
      const killed = reason === 'killed' && own === 0 ? 128 + constants.signals.SIGTERM : own;
      exit = { exitCode: reason === 'timeout' ? TIMED_OUT : killed, durationMs: elapsed() };
    },
  };

  function end(why: 'killed' | 'timeout'): Promise<void> {
    if (exit) return Promise.resolve();
    reason ??= why;
    ending ??= endTree({ leader: pty.pid, marker, leaderEndsAll: endsAll });
    return ending;
  }
}
