/** Standard output for programs: small writes are gathered, what is not taken yet waits, and after a failed write nothing more is written. */

import { inSlices } from './long-text/in-slices.ts';

export interface Output {
  /** In pieces: each is asked for when it is written. */
  write(text: string | Generator<string>): void;
  /** Where more waits to be written than should: resolves when it does no longer. */
  room(): Promise<void> | undefined;
  /** Resolves when all is written. */
  flush(): Promise<void>;
}

/** So much is worth a write of its own. */
const ENOUGH = 1 << 16;

export function createOutput(stream: NodeJS.WriteStream, onLost: (error: Error) => void): Output {
  let pending: Iterable<string>[] = [];
  let pendingUnits = 0;
  let slices: Iterator<string> | undefined;
  let scheduled = false;
  let isLost = false;
  let whenDone: (() => void) | undefined;
  let room: PromiseWithResolvers<void> | undefined;
  stream.on('error', (error) => {
    isLost = true;
    whenDone?.();
    room?.resolve();
    onLost(error);
  });

  return {
    write(text) {
      if (isLost) return;
      pending.push(typeof text === 'string' ? [text] : text);
      pendingUnits += typeof text === 'string' ? text.length : ENOUGH;
      if (slices) return;
      if (pendingUnits >= ENOUGH) return send();
      if (scheduled) return;
      scheduled = true;
      setImmediate(send);
    },
    room() {
      if (!slices || pendingUnits < ENOUGH || isLost) return undefined;
      room ??= Promise.withResolvers();
      return room.promise;
    },
    async flush() {
      await new Promise<void>((resolve) => {
        whenDone = resolve;
        send();
        if (isLost) resolve();
      });
      if (isLost) return;
      await new Promise<void>((resolve) => stream.write('', () => resolve()));
    },
  };

  function send(): void {
    scheduled = false;
    if (!slices) sendMore();
  }

  /** As much as the stream takes; the rest when it has room again. */
  function sendMore(): void {
    while (!isLost) {
      if (!slices) {
        if (pending.length === 0) return whenDone?.();
        slices = inSlices(pending)[Symbol.iterator]();
        [pending, pendingUnits] = [[], 0];
        room?.resolve();
        room = undefined;
      }
      const { done = false, value } = slices.next();
      if (done) slices = undefined;
      else if (!stream.write(value)) return void stream.once('drain', sendMore);
    }
  }
}
