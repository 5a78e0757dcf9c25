/** The only way out of the terminal: restores the terminal at once, saves the session, then ends. */

import type { AgentHandle } from '../../../protocol/agent.ts';
import { createLeaving, type Leaving, signalCode } from '../../leaving.ts';

export interface WayOut extends Pick<Leaving, 'ask' | 'lose'> {
  /** Resolves to the exit code when everything is done. */
  readonly done: Promise<number>;
  /** Removes the handlers of signals and process events. */
  dispose(): void;
}

interface WayOutPorts {
  /** Draws the farewell and restores the terminal; runs before anything that can hang. */
  restore(): void;
  agent: Promise<AgentHandle>;
  /** Ends the process without waiting; only called if the person asks again or closing takes too long. */
  exit(code: number): void;
}

/** A session that cannot be saved in this time is left as it is in its log. */
const PATIENCE_MS = 5000;

export function createWayOut({ restore, agent, exit }: WayOutPorts): WayOut {
  const leaving = createLeaving({ begin: restore, exit, codeOf: signalCode });
  process.on('exit', restore);
  // Runs before a bug is printed, so that the message can be read.
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
    // Errors are ignored: the terminal shows nothing any more, and a failed engine was already reported.
    await agent.then((handle) => handle.send({ type: 'close' })).catch(() => undefined);
    clearTimeout(patience);
    return code;
  }
}
