/** Out of the terminal through one door: the terminal given back at once, the session saved, then the end. */

import type { AgentHandle } from '../../../protocol/agent.ts';
import { createLeaving, type Leaving, signalCode } from '../../leaving.ts';

export interface WayOut extends Pick<Leaving, 'ask' | 'lose'> {
  /** The exit code, when all is done. */
  readonly done: Promise<number>;
  /** Gives signals and hooks back. */
  dispose(): void;
}

interface WayOutPorts {
  /** Draws the farewell and gives the terminal back; runs before anything that can hang. */
  restore(): void;
  agent: Promise<AgentHandle>;
  /** Ends the process without waiting; only where waiting was refused. */
  exit(code: number): void;
}

/** A session that cannot be saved in this time is left as its log has it. */
const PATIENCE_MS = 5000;

export function createWayOut({ restore, agent, exit }: WayOutPorts): WayOut {
  const leaving = createLeaving({ begin: restore, exit, codeOf: signalCode });
  process.on('exit', restore);
  // Before a bug is printed, so that it can be read.
  process.on('uncaughtExceptionMonitor', restore);

  return {
    ask: leaving.ask,
    lose: leaving.lose,
    done: leaving.begun.then(close),
    dispose() {
      leaving.dispose();
      process.off('exit', restore);
      process.off('uncaughtExceptionMonitor', restore);
    },
  };

  async function close(code: number): Promise<number> {
    const patience = setTimeout(() => exit(code), PATIENCE_MS);
    // The terminal shows nothing any more, and an engine that failed has said so before.
    await agent.then((handle) => handle.send({ type: 'close' })).catch(() => undefined);
    clearTimeout(patience);
    return code;
  }
}
