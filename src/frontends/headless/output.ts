/** Standard output for programs: small writes are gathered, a closed pipe ends the run quietly. */

export interface Output {
  write(text: string): void;
  /** Resolves when all is written. */
  flush(): Promise<void>;
}

export function createOutput(stream: NodeJS.WriteStream, onClosed: () => void): Output {
  let pending: string[] = [];
  let scheduled = false;
  stream.on('error', onClosed); // EPIPE: the reader has gone

  return {
    write(text) {
      pending.push(text);
      if (scheduled) return;
      scheduled = true;
      setImmediate(send);
    },
    async flush() {
      send();
      await new Promise<void>((resolve) => stream.write('', () => resolve()));
    },
  };

  function send(): void {
    scheduled = false;
    if (pending.length === 0) return;
    const text = pending.join('');
    pending = [];
    stream.write(text);
  }
}
