/** Makes sub-agents that work side by side change files one after the other, so that each change is recorded correctly. */

import type { Checkpoint } from '../../protocol/undo.ts';

export function oneAtATime(checkpoint: Checkpoint): Checkpoint {
  let last: Promise<void> = Promise.resolve();
  return {
    ...checkpoint,
    async before(touch, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const previous = last;
      last = promise;
      signal.addEventListener('abort', () => resolve(), { once: true }); // a call aborted before it starts never reports its end
      try {
        await previous;
        const done = await checkpoint.before(touch, signal);
        return () => done().finally(resolve);
      } catch (error) {
        resolve();
        throw error;
      }
    },
  };
}
