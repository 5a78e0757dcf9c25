/** git that looks now and changes something later, as one process that waits in between: to start another one takes longer than it runs. */

import type { ServedProcess } from '../process/process.ts';
import type { ProcessResult } from '../process/process-command.ts';
import { GO } from './in-turn.ts';

export interface LookThenChange {
  /** What the look printed; `undefined`: it failed. */
  looked: Promise<string | undefined>;
  /** Once. `undefined`: it looked in vain, what it was begun with no longer holds, or it failed. Then it is to be asked in another way. */
  change(): Promise<ProcessResult | undefined>;
}

export interface Stages {
  /** Begins with the look. */
  start(onBytes: (chunk: Buffer) => void): Promise<ServedProcess>;
  /** Whether what it was begun with still holds. */
  mayGoOn(): Promise<boolean>;
  /** That it does, where this is known without waiting. */
  holdsAtOnce(): boolean;
  /** For the look, and for the changes. */
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
  const giveUp = () => settle(undefined); // it may wait for a pipe that nobody writes into
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
    if (printed !== '') void starting.then(({ end }) => end()).catch(() => {}); // there is nothing to wait for
  }

  return {
    looked: looked.promise,
    async change() {
      if (isUsed) return undefined;
      if (seen === '' && begun && holdsAtOnce()) return goOn(begun); // whoever else has something to do comes after it
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
