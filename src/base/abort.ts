/** Waits that end early when a signal aborts. */

/** Node fires a longer timer at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves when the promise settles or the signal aborts, whichever is first; never rejects. */
export function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    promise.then(done, done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Resolves after `ms`, or at once when the signal aborts; never rejects, so check the signal afterwards. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, MAX_TIMER_MS));
    signal.addEventListener('abort', done, { once: true });
  });
}
