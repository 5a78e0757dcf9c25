/** Takes a program's output in batches: small output is processed at once, and a flood never takes more memory than a fixed limit. */

import type { HiddenValues } from './hidden-values.ts';
import { skimFlood } from './skim-flood.ts';

export interface Intake {
  push(chunk: Buffer): void;
  /** True if some output has not been processed yet. */
  readonly isBusy: boolean;
  /** Resolves once all output has been processed, including any held back. */
  settled(): Promise<void>;
}

export interface IntakePorts {
  /** `bytes` is all output, `parts` those pieces of it that can still be seen afterwards. */
  take(bytes: Buffer, parts: readonly Buffer[]): Promise<void>;
  /** How many lines can be seen or scrolled back to; `undefined` if no lines may be skipped. */
  keepLines(): number | undefined;
  clean: HiddenValues | undefined;
  pause(): void;
  resume(): void;
}

const FLOOD_BYTES = 8 * 1024;
/** During a flood, the time a batch is given to accumulate. */
const GATHER_MS = 8;
const MAX_WAITING = 1024 * 1024;
/** If nothing follows for this long, the bytes held back were not the beginning of a hidden value. */
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
