/** Standard output for programs: small writes are gathered, and after a failed one nothing more is written. */

import { inSlices } from './text/in-slices.ts';

export interface Output {
  write(text: string): void;
  /** Resolves when all is written. */
  flush(): Promise<void>;
}

export function createOutput(stream: NodeJS.WriteStream, onLost: (error: Error) => void): Output {
  let pending: string[] = [];
  let scheduled = false;
  let isLost = false;
  stream.on('error', (error) => {
    isLost = true;
    onLost(error);
  });

  return {
    write(text) {
      if (isLost) return;
      pending.push(text);
      if (scheduled) return;
      scheduled = true;
      setImmediate(send);
    },
    async flush() {
      send();
      if (isLost) return;
      await new Promise<void>((resolve) => stream.write('', () => resolve()));
    },
  };

  function send(): void {
    scheduled = false;
    if (pending.length === 0 || isLost) return;
    const texts = pending;
    pending = [];
    for (const slice of inSlices([texts])) stream.write(slice);
  }
}
