/** Sub-agents that work side by side change files one after the other, so that each change is on record as it was. */

import type { Checkpoint } from '../../protocol/undo.ts';

export function oneAtATime(checkpoint: Checkpoint): Checkpoint {
  let last: Promise<void> = Promise.resolve();
  return {
    ...checkpoint,
    async before(touch, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const previous = last;
      last = promise;
      signal.addEventListener('abort', () => resolve(), { once: true }); // what was not begun never ends
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
