/** A conversation that says its lines by itself, one after the other, and leaves when it is through or did not end well. */

import type { Stamped } from '../../../protocol/event.ts';

export interface Script {
  lines: readonly string[];
  /** The last line that is shown. */
  farewell(succeeded: boolean): string;
}

export interface ScriptRun {
  event(event: Stamped): void;
  /** Says the next line; the first one too. */
  next(): void;
  /** Somebody leaves: nothing more is said. */
  stop(): void;
  readonly farewell: string;
}

interface ScriptPorts {
  say(line: string): void;
  leave(code: number): void;
}

export function createScriptRun({ lines, farewell }: Script, { say, leave }: ScriptPorts): ScriptRun {
  const left = [...lines];
  let hasFailed = false;
  let isDone = false;
  let isStopped = false;

  return {
    event(event) {
      if (event.type !== 'turn-end' || event.agent !== undefined) return;
      if (event.reason !== 'answered' || event.refused) hasFailed = true;
    },
    stop() {
      isStopped = true;
    },
    next() {
      if (isStopped) return;
      const line = hasFailed ? undefined : left.shift();
      if (line !== undefined) return say(line);
      isDone = true;
      leave(hasFailed ? 1 : 0);
    },
    get farewell() {
      return farewell(isDone && !hasFailed);
    },
  };
}
