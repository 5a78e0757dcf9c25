/** Bytes of a terminal as keys: a lone ESC is the key only when nothing follows it. */

import type { KeyEvent } from './key-event.ts';
import type { KeyDecoder } from './keys.ts';

/** How long an ESC may be the beginning of a longer sequence. */
const ESCAPE_MS = 25;

export function readKeys(
  decoder: KeyDecoder,
  front: { input(events: readonly KeyEvent[]): void },
): (bytes: Uint8Array) => void {
  let timer: NodeJS.Timeout | undefined;
  function settle(): void {
    clearTimeout(timer);
    timer = decoder.pending ? setTimeout(flush, ESCAPE_MS) : undefined;
  }
  function flush(): void {
    front.input(decoder.flush());
    settle();
  }
  return (bytes) => {
    front.input(decoder.feed(bytes));
    settle();
  };
}
