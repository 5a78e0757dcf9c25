/** How long coder stays after its client has gone: until the running work is saved, and for a moment after that. */

interface EndingPorts {
  /** Resolves when the running work has been cancelled and saved. */
  saved: Promise<unknown>;
  /** Resolves when hooks, servers and output have ended too. */
  closed: Promise<unknown>;
  /** Calls `run` once after `ms`. */
  after?(ms: number, run: () => void): void;
}

/** A session that cannot be saved in this time is left as it is in its log. */
const SAVE_MS = 5_000;
/** The time that hooks and servers get once it is saved. An editor waits for the process to end. */
const END_MS = 900;

export async function ending({ saved, closed, after = machineTimer }: EndingPorts): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  after(SAVE_MS, resolve);
  saved.then(() => after(END_MS, resolve), reject);
  closed.then(() => resolve(), reject);
  return promise;
}

function machineTimer(ms: number, run: () => void): void {
  setTimeout(run, ms);
}
