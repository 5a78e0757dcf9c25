/** A conversation that types its lines one after the other, and leaves after the last one or a failure. */

import type { Stamped } from '../../../protocol/event.ts';

export interface Script {
  lines: readonly string[];
  /** The last line shown. */
  farewell(succeeded: boolean): string;
}

export interface ScriptRun {
  event(event: Stamped): void;
  /** Types the next line, or the first. */
  next(): void;
  /** The person leaves, so nothing more is typed. */
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
