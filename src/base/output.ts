/** Standard output for programs: gathers small writes, queues text the stream cannot take yet, and writes nothing after a failed write. */

import { inSlices } from './long-text/in-slices.ts';

export interface Output {
  /** A generator's pieces are pulled only as they are written. */
  write(text: string | Generator<string>): void;
  /** If too much is waiting to be written: a promise that resolves when the backlog has shrunk. */
  room(): Promise<void> | undefined;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

/** UTF-16 units that are written at once instead of being gathered. */
const ENOUGH = 1 << 16;

/** `open` is called with the first text: Node takes milliseconds to make a standard stream. */
export function createOutput(open: () => NodeJS.WriteStream, onLost: (error: Error) => void): Output {
  let opened: NodeJS.WriteStream | undefined;
  let pending: Iterable<string>[] = [];
  let pendingUnits = 0;
  let slices: Iterator<string> | undefined;
  let scheduled = false;
  let isLost = false;
  let whenDone: (() => void) | undefined;
  let room: PromiseWithResolvers<void> | undefined;

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
      await new Promise<void>((resolve) => streamOf().write('', () => resolve()));
    },
  };

  function streamOf(): NodeJS.WriteStream {
    opened ??= open().on('error', (error) => {
      isLost = true;
      whenDone?.();
      room?.resolve();
      onLost(error);
    });
    return opened;
  }

  function send(): void {
    scheduled = false;
    if (!slices) sendMore();
  }

  /** Writes as much as the stream accepts, and the rest when the stream has drained. */
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
      else if (!streamOf().write(value)) return void streamOf().once('drain', sendMore);
    }
  }
}
