/** Waits for a program in a terminal: for a pattern, for silence or for its end, but never longer than the given limit. */

import { setImmediate as nextMoment } from 'node:timers/promises';
import { elapsedMs } from '../../base/elapsed.ts';
import { CoderError } from '../../base/errors.ts';

export interface Until {
  /** A regular expression. */
  pattern?: string;
  /** Waits for this long without output, once there was some. */
  quietMs?: number;
  timeoutMs: number;
}

export type Waited = 'exit' | 'pattern' | 'quiet' | 'hand-over' | 'timeout' | 'cancelled';

export interface Watched {
  hasEnded(): boolean;
  newText(): string;
  idleMs(): number;
  /** True if something was printed since the mark. */
  hasOutput(): boolean;
  /** True if the person has handed the program over to the model since this wait began. */
  isHandedOver?(): boolean;
  /** Called at every change. */
  readonly listeners: Set<() => void>;
}

/** A program that has printed nothing at all counts as quiet after this. */
const SILENT_MS = 1000;
const MATCH_MS = 200;
const MAX_TEXT = 20_000;

export async function waitUntil(until: Until, watched: Watched, signal: AbortSignal): Promise<Waited> {
  const { pattern, quietMs } = until;
  const matches = pattern === undefined ? undefined : await createMatcher(pattern);
  const deadline = elapsedMs() + until.timeoutMs;
  for (let hasReadAll = false; ; ) {
    if (watched.hasEnded()) return 'exit';
    if (watched.isHandedOver?.()) return 'hand-over';
    if (matches?.(watched.newText().slice(-MAX_TEXT))) return 'pattern';
    const idle = watched.idleMs();
    const silence = quietMs === undefined ? undefined : watched.hasOutput() ? quietMs : Math.max(quietMs, SILENT_MS);
    if (signal.aborted) return 'cancelled';
    const left = deadline - elapsedMs();
    const over = silence !== undefined && idle >= silence ? 'quiet' : left <= 0 ? 'timeout' : undefined;
    if (over && hasReadAll) return over;
    hasReadAll = over !== undefined;
    // While coder was busy or stopped, output may have arrived unread: reading it comes first.
    if (over) await nextMoment();
    else await nextChange(Math.min(left, silence === undefined ? left : Math.max(1, silence - idle)), watched, signal);
  }
}

function nextChange(atMostMs: number, { listeners }: Watched, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      listeners.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, atMostMs);
    listeners.add(done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Gives up on a pattern that takes too long, since patterns come from a model. */
async function createMatcher(pattern: string): Promise<(text: string) => boolean> {
  const { createContext, Script } = await import('node:vm');
  const sandbox: { text: string; found: boolean } = { text: '', found: false };
  const context = createContext(sandbox);
  let script: InstanceType<typeof Script>;
  try {
    const { source } = new RegExp(pattern, 'm');
    script = new Script(`found = new RegExp(${JSON.stringify(source)}, 'm').test(text)`);
  } catch (error) {
    if (error instanceof SyntaxError) throw new CoderError('bad-pattern', `not a regular expression: ${error.message}`);
    throw error;
  }
  return (text) => {
    sandbox.text = text;
    try {
      script.runInContext(context, { timeout: MATCH_MS });
    } catch (error) {
      throw new CoderError('slow-pattern', `the pattern takes too long to match: ${pattern}`, { cause: error });
    }
    return sandbox.found;
  };
}
