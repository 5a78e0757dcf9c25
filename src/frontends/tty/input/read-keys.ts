/** Reads keys from a terminal's bytes: a lone ESC is a key only if nothing follows it. */

import type { KeyEvent } from './key-event.ts';
import type { KeyDecoder } from './keys.ts';

/** How long an ESC may be the start of a longer sequence, until the settings are read. */
const ESCAPE_MS = 25;

export function readKeys(
  decoder: KeyDecoder,
  front: { input(events: readonly KeyEvent[]): void },
  settings: () => { escape_ms?: number } | undefined = () => undefined,
): (bytes: Uint8Array) => void {
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Immediate | undefined;
  function settle(): void {
    clearTimeout(timer);
    clearImmediate(look);
    timer = decoder.pending ? setTimeout(lookFirst, settings()?.escape_ms ?? ESCAPE_MS) : undefined;
  }
  /** Reads input that waits in the terminal before the ESC counts as a key, because coder may have been busy. */
  function lookFirst(): void {
    look = setImmediate(flush);
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
