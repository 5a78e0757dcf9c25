/** What waits to be done: one input at a time, in the order they came; steering for the one that runs; the one controller. */

export interface Inbox {
  /** Resolves when it has been dealt with; it is not begun after `close`. */
  add(run: Run): Promise<void>;
  /** For the turn that runs; an input of its own if nothing does. */
  steer(text: string): Promise<void>;
  /** What was steered since it was last called. */
  takeSteering(): string[];
  /** Ends what runs, or what is left over if nothing does. */
  cancel(): Promise<void>;
  /** Ends what runs; nothing is begun any more. */
  close(): Promise<void>;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
}

type Run = (signal: AbortSignal) => Promise<void>;

export interface InboxOptions {
  /** Runs a line that was steered and that no turn took. */
  runSteered(text: string, signal: AbortSignal): Promise<void>;
  /** A cancel came while nothing ran. */
  cancelAtRest(): Promise<void>;
}

export function createInbox({ runSteered, cancelAtRest }: InboxOptions): Inbox {
  const steering: string[] = [];
  let controller = new AbortController(); // the one controller: everything that waits gets its signal
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
    working = done.catch(() => {}); // the sender gets the error, and what waits behind it still runs
    return done;
  }

  /** Steering that came after the turn last looked for it begins a turn: what was said is not lost. */
  async function runUnheard(): Promise<void> {
    const { signal } = controller;
    while (steering.length > 0 && !isClosed && !signal.aborted) await runSteered(steering.shift() ?? '', signal);
  }
}
