/** Takes what a program prints, in batches: nothing waits while little comes, and a flood is never more than memory bears. */

import type { HiddenValues } from './hidden-values.ts';
import { skimFlood } from './skim-flood.ts';

export interface Intake {
  push(chunk: Buffer): void;
  /** Something was given that is not shown yet. */
  readonly isBusy: boolean;
  /** When all that was given is taken, also what was kept back. */
  settled(): Promise<void>;
}

export interface IntakePorts {
  /** All bytes, and those of them that can still be seen afterwards. */
  take(bytes: Buffer, parts: readonly Buffer[]): Promise<void>;
  /** How many lines can be seen or scrolled back to; nothing where lines cannot be left out. */
  keepLines(): number | undefined;
  clean: HiddenValues | undefined;
  pause(): void;
  resume(): void;
}

const FLOOD_BYTES = 8 * 1024;
/** While it floods, so much time for a batch to gather. */
const GATHER_MS = 8;
const MAX_WAITING = 1024 * 1024;
/** A beginning of a hidden value that nothing follows was none. */
const HELD_MS = 30;

export function createIntake(ports: IntakePorts): Intake {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lastBatch = 0;
  let isPaused = false;
  let working: Promise<void> | undefined;
  let held: NodeJS.Timeout | undefined;

  function push(chunk: Buffer): void {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_WAITING && !isPaused) {
      isPaused = true;
      ports.pause();
    }
    working ??= work();
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      if (lastBatch > FLOOD_BYTES) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const batch = Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
      lastBatch = batch.length;
      await take(ports.clean ? ports.clean.clean(batch) : batch);
      if (isPaused) {
        isPaused = false;
        ports.resume();
      }
    }
    working = undefined;
    if (!ports.clean) return;
    clearTimeout(held);
    held = setTimeout(() => {
      if (!working) working = release();
    }, HELD_MS);
  }

  async function take(batch: Buffer): Promise<void> {
    if (batch.length === 0) return;
    const lines = ports.keepLines();
    await ports.take(batch, lines === undefined ? [batch] : skimFlood(batch, lines));
  }

  async function release(): Promise<void> {
    await take(ports.clean?.flush() ?? Buffer.alloc(0));
    working = undefined;
    if (waiting.length > 0) working = work();
  }

  return {
    push,
    get isBusy() {
      return working !== undefined;
    },
    async settled() {
      while (working) await working;
      clearTimeout(held);
      await release();
    },
  };
}
