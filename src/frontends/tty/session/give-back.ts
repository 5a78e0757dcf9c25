/** Gives memory back to the system when it stays quiet, after the start or a turn: V8 alone keeps what a busy time took. */

import { loadCollector } from '../../../base/collector.ts';

const QUIET_MS = 2000;
/** Less is not worth a pause of some 20 ms. */
const WORTH_BYTES = 6 * 2 ** 20;

/** Returns what to call once all is loaded and at the end of every turn. */
export function createGiveBack(isBusy: () => boolean): () => void {
  let timer: NodeJS.Timeout | undefined;
  let least = 0;
  let collect: (() => void) | undefined;

  function giveBack(): void {
    if (isBusy()) return; // the end of that turn comes here again
    const isMore = process.memoryUsage.rss() > least + WORTH_BYTES;
    if (isMore) {
      collect ??= loadCollector();
      collect();
    }
    const now = process.memoryUsage.rss();
    least = isMore ? now : Math.min(least, now); // what is still in use after that is in use
  }

  return () => {
    clearTimeout(timer);
    timer = setTimeout(giveBack, QUIET_MS).unref();
  };
}
