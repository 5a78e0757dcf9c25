/** Tracks whether a program reads lines or keys, and whether input is echoed: checked after output and keys, and for a while after. */

import { elapsedMs } from '../../base/elapsed.ts';
import { type LineMode, readLineMode } from './line-mode.ts';

export interface HiddenMode {
  /** True if, as of the last check, a line is being read without echo. */
  readonly isHidden: boolean;
  readonly mode: LineMode | undefined;
  /** Marks the mode as possibly changed. */
  touch(): void;
  /** Checks soon, and repeatedly for a while, since a program may turn off echo without printing anything. */
  lookSoon(): void;
  /** Checks if anything happened since the last check. */
  look(): Promise<LineMode | undefined>;
  /** Waits for any check under way, which may predate a change by the program, then checks again. */
  lookAgain(): Promise<LineMode | undefined>;
  stop(): void;
}

interface HiddenModePorts {
  device: string;
  isWatched(): boolean;
  /** When something was last printed or typed, on the clock of `performance`. */
  lastActivity(): number;
  changed(): void;
}

/** After this long without output, there may be a prompt. */
const PROMPT_MS = 40;
const LOOK_AGAIN_MS = 400;
const LOOKING_MS = 5000;

export function watchHiddenMode({ device, isWatched, lastActivity, changed }: HiddenModePorts): HiddenMode {
  let mode: LineMode | undefined;
  let isStale = true;
  let looking: Promise<LineMode | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  return {
    get isHidden() {
      return isHidden();
    },
    get mode() {
      return mode;
    },
    touch() {
      isStale = true;
    },
    lookSoon: () => lookAfter(PROMPT_MS),
    look,
    async lookAgain() {
      await looking;
      isStale = true;
      return look();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };

  /** True for line input without echo. Editors and shells with line editing read keys and echo them themselves. */
  function isHidden(): boolean {
    return !isStopped && mode !== undefined && mode.canonical && !mode.echo;
  }

  function lookAfter(ms: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => {
      void look();
      if (!isWatched() || elapsedMs() - lastActivity() > LOOKING_MS) return;
      isStale = true;
      lookAfter(LOOK_AGAIN_MS);
    }, ms);
  }

  async function look(): Promise<LineMode | undefined> {
    if (isStopped || !isStale) return mode;
    looking ??= readLineMode(device).finally(() => {
      looking = undefined;
    });
    isStale = false;
    const before = mode;
    const wasHidden = isHidden();
    mode = await looking;
    if (isHidden() !== wasHidden || mode?.canonical !== before?.canonical) changed();
    return mode;
  }
}
