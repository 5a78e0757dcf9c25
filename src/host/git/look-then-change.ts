/** Lets git look now and change something later, in one process that waits in between, since starting another would take longer. */

import type { ServedProcess } from '../process/process.ts';
import type { ProcessResult } from '../process/process-command.ts';
import { GO } from './in-turn.ts';

export interface LookThenChange {
  /** The output of the look; `undefined` if it failed. */
  looked: Promise<string | undefined>;
  /** Once only. `undefined` if the look printed something, the settings changed, or anything failed; then ask in another way. */
  change(): Promise<ProcessResult | undefined>;
}

export interface Stages {
  /** Starts the process, beginning with the look. */
  start(onBytes: (chunk: Buffer) => void): Promise<ServedProcess>;
  /** Whether the settings it was started with still hold. */
  mayGoOn(): Promise<boolean>;
  /** True if the settings are known to hold without waiting. */
  holdsAtOnce(): boolean;
  /** Time limits for the look and for the changes. */
  limitsMs: { look: number; change: number };
  /** Ends the look. */
  signal: AbortSignal;
}

const LONGEST_LOOK = 64 * 1024;

export function lookThenChange({ start, mayGoOn, holdsAtOnce, limitsMs, signal }: Stages): LookThenChange {
  const looked = Promise.withResolvers<string | undefined>();
  let text = '';
  let isLooking = true;
  let isUsed = false;
  let begun: ServedProcess | undefined;
  let seen: string | undefined;
  const giveUp = () => settle(undefined); // it may be waiting for a pipe that no process writes to
  const timer = setTimeout(giveUp, limitsMs.look);
  timer.unref();
  signal.addEventListener('abort', giveUp, { once: true });
  const starting = start((chunk) => {
    if (!isLooking) return;
    text += chunk.toString('latin1', 0, LONGEST_LOOK);
    const [printed = '', code, rest] = text.split('\0', 3);
    if (rest !== undefined) settle(code === '0' ? printed : undefined);
    else if (text.length > LONGEST_LOOK) settle(text);
  });
  starting.then((served) => {
    begun = served;
    return served.result.then(giveUp);
  }, giveUp);

  function settle(printed: string | undefined): void {
    if (!isLooking) return;
    isLooking = false;
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    seen = printed;
    looked.resolve(printed);
    if (printed !== '') void starting.then(({ end }) => end()).catch(() => {}); // there will be no change to wait for
  }

  return {
    looked: looked.promise,
    async change() {
      if (isUsed) return undefined;
      if (seen === '' && begun && holdsAtOnce()) return goOn(begun); // synchronously, ahead of any other pending work
      if ((await looked.promise) !== '' || !(await mayGoOn())) return undefined;
      return goOn(await starting);
    },
  };

  async function goOn({ write, result, end }: ServedProcess): Promise<ProcessResult | undefined> {
    isUsed = true;
    write(GO);
    const timer = setTimeout(() => void end(), limitsMs.change);
    const { stdout, ...rest } = await result;
    clearTimeout(timer);
    return rest.exitCode !== 0 ? undefined : { ...rest, stdout: stdout.slice(stdout.indexOf('\0', 1) + 1) };
  }
}
