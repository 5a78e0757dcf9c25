/** The shared way out of all front ends: a first reason to leave ends the run in good order, a second request ends it at once. */

export interface Leaving {
  /** A person or a signal asks to leave. The second time, the process ends at once. */
  ask(code: number): void;
  /** The person is out of reach (closed terminal, lost reader). Never interrupts a save in progress. */
  lose(code: number): void;
  /** The exit code, once it is time to leave. */
  readonly code: number | undefined;
  /** Resolves when it is time to leave. */
  readonly begun: Promise<number>;
  /** Removes the signal handlers. */
  dispose(): void;
}

export interface LeavingPorts {
  /** Runs once, at the first reason to leave: cancels, draws, restores the terminal. */
  begin(code: number): void;
  /** Ends the process without waiting. */
  exit(code: number): void;
  codeOf(signal: LeavingSignal): number;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type LeavingSignal = keyof typeof SIGNALS;

/** The exit code that shells report for a program killed by `signal`. */
export function signalCode(signal: LeavingSignal): number {
  return SIGNALS[signal];
}

export function createLeaving({ begin, exit, codeOf }: LeavingPorts): Leaving {
  const { promise: begun, resolve } = Promise.withResolvers<number>();
  let code: number | undefined;

  const handlers = (Object.keys(SIGNALS) as LeavingSignal[]).map((signal) => {
    // A vanishing terminal is reported twice, by its stream and by SIGHUP: the second report must not force the exit.
    const handler = () => (signal === 'SIGHUP' ? lose : ask)(codeOf(signal));
    process.on(signal, handler);
    return [signal, handler] as const;
  });

  return {
    ask,
    lose,
    begun,
    get code() {
      return code;
    },
    dispose() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
    },
  };

  function ask(wanted: number): void {
    if (code !== undefined) exit(wanted === 0 ? signalCode('SIGINT') : wanted);
    else start(wanted);
  }

  function lose(wanted: number): void {
    if (code === undefined) start(wanted);
  }

  function start(wanted: number): void {
    code = wanted;
    begin(wanted);
    resolve(wanted);
  }
}
