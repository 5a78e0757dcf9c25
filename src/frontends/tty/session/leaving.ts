/** Every way out leads through one door: the terminal given back at once, the session saved, then the end. */

import type { AgentHandle } from '../../../protocol/agent.ts';

export interface Leaving {
  /** Begins to leave; again, it ends the process at once. */
  leave(code: number): void;
  /** The exit code, when all is done. */
  readonly done: Promise<number>;
  /** Gives the signals back. */
  dispose(): void;
}

interface LeavingPorts {
  /** Draws the farewell and gives the terminal back; runs before anything that can hang. */
  restore(): void;
  agent: Promise<AgentHandle>;
  /** Ends the process without waiting; only where waiting was refused. */
  exit(code: number): void;
}

/** A session that cannot be saved in this time is left as its log has it. */
const PATIENCE_MS = 5000;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export function createLeaving({ restore, agent, exit }: LeavingPorts): Leaving {
  let isLeaving = false;
  const { promise: done, resolve } = Promise.withResolvers<number>();

  const handlers = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => leave(code)] as const);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  process.on('exit', restore);
  // Before a bug is printed, so that it can be read.
  process.on('uncaughtExceptionMonitor', restore);

  return {
    leave,
    done,
    dispose() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      process.off('exit', restore);
      process.off('uncaughtExceptionMonitor', restore);
    },
  };

  function leave(code: number): void {
    if (isLeaving) return exit(code === 0 ? 130 : code);
    isLeaving = true;
    restore();
    void close(code);
  }

  async function close(code: number): Promise<void> {
    const patience = setTimeout(() => exit(code), PATIENCE_MS);
    // The terminal shows nothing any more, and an engine that failed has said so before.
    await agent.then((handle) => handle.send({ type: 'close' })).catch(() => undefined);
    clearTimeout(patience);
    resolve(code);
  }
}
