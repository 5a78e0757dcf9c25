/** Yields the bytes of a stream as they arrive. Node's own iterator does the same, but costs more than reading a short answer. */

import type { Readable } from 'node:stream';
import { CoderError } from '../../base/errors.ts';

/** Bytes that may wait for the reader; beyond this, the sender has to wait. */
const MAX_WAITING = 256 * 1024;

/** If the caller stops early, the stream stays paused and open, minus what was read ahead, and is the caller's to clean up. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let over: { error?: Error } | undefined;
  let news = Promise.withResolvers<void>();

  const onData = (chunk: Buffer): void => {
    waiting.push(chunk);
    size += chunk.length;
    if (size > MAX_WAITING) body.pause();
    news.resolve();
  };
  const finish = (error?: Error): void => {
    over ??= error ? { error } : {};
    news.resolve();
  };
  const onEnd = (): void => finish();
  const onClose = (): void => {
    if (!over) finish(new CoderError('cut-off', 'the connection closed before the end of the answer'));
  };

  body.on('data', onData).on('end', onEnd).on('error', finish).on('close', onClose);
  if (body.errored) finish(body.errored);
  else if (body.readableEnded) finish();
  else if (body.destroyed) onClose();
  else if (body.isPaused()) body.resume(); // a listener alone does not resume a paused stream
  try {
    for (;;) {
      const chunks = waiting;
      if (chunks.length === 0) {
        if (over?.error) throw over.error;
        if (over) return;
        news = Promise.withResolvers();
        await news.promise;
        continue;
      }
      waiting = [];
      size = 0;
      if (body.isPaused()) body.resume();
      for (const chunk of chunks) yield chunk;
    }
  } finally {
    body.off('data', onData).off('end', onEnd).off('error', finish).off('close', onClose);
    if (!over) body.pause();
  }
}
