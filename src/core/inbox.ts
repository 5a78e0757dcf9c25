/** Queues inputs and runs them one at a time, in order; holds steering for the running one and the one abort controller. */

export interface Inbox {
  /** Resolves when the input has been dealt with; inputs are not started after `close`. */
  add(run: Run): Promise<void>;
  /** Passes the text to the running turn; becomes a separate input if nothing is running. */
  steer(text: string): Promise<void>;
  /** Removes and returns the texts steered since the last call. */
  takeSteering(): string[];
  /** Cancels the running input, or calls `cancelAtRest` if nothing is running. */
  cancel(): Promise<void>;
  /** Cancels the running input and starts no further ones. */
  close(): Promise<void>;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
}

type Run = (signal: AbortSignal) => Promise<void>;

export interface InboxOptions {
  /** Runs a steered line that no turn took. */
  runSteered(text: string, signal: AbortSignal): Promise<void>;
  /** Called when a cancel arrives while nothing is running. */
  cancelAtRest(): Promise<void>;
}

export function createInbox({ runSteered, cancelAtRest }: InboxOptions): Inbox {
  const steering: string[] = [];
  let controller = new AbortController(); // the one controller, renewed for each input
  let working: Promise<void> = Promise.resolve();
  let unfinished = 0;
  let isClosed = false;

  return {
    add,
    async steer(text) {
      if (unfinished === 0) return add((signal) => runSteered(text, signal));
      steering.push(text);
    },
    takeSteering: () => steering.splice(0),
    async cancel() {
      if (unfinished === 0) return cancelAtRest();
      controller.abort();
    },
    close() {
      isClosed = true;
      controller.abort();
      return working;
    },
    settled: () => working,
  };

  function add(run: Run): Promise<void> {
    unfinished++;
    const done = working.then(async () => {
      controller = new AbortController();
      try {
        if (!isClosed) await run(controller.signal);
        await runUnheard();
      } finally {
        unfinished--;
      }
    });
    working = done.catch(() => {}); // the sender gets the error, and inputs queued after it still run
    return done;
  }

  /** Starts a turn for each steered line that arrived after the turn last checked, so that none is lost. */
  async function runUnheard(): Promise<void> {
    const { signal } = controller;
    while (steering.length > 0 && !isClosed && !signal.aborted) await runSteered(steering.shift() ?? '', signal);
  }
}
