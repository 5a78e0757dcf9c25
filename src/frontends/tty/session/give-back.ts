/** Releases memory to the system in quiet times after the start or a turn, because V8 alone keeps what a busy time took. */

import { loadCollector } from '../../../base/collector.ts';

const QUIET_MS = 2000;
/** Less is not worth a pause of about 20 ms. */
const WORTH_BYTES = 6 * 2 ** 20;

/** Returns a function to call once everything is loaded and at the end of every turn. */
export function createGiveBack(isBusy: () => boolean): () => void {
  let timer: NodeJS.Timeout | undefined;
  let least = 0;
  let collect: (() => void) | undefined;

  function giveBack(): void {
    if (isBusy()) return; // called again at the end of that turn
    const isMore = process.memoryUsage.rss() > least + WORTH_BYTES;
    if (isMore) {
      collect ??= loadCollector();
      collect();
    }
    const now = process.memoryUsage.rss();
    least = isMore ? now : Math.min(least, now); // memory that remains after a collection is in use
  }

  return () => {
    clearTimeout(timer);
    timer = setTimeout(giveBack, QUIET_MS).unref();
  };
}
