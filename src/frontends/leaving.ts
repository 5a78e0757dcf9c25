/** One way out of every front end: a first reason to leave ends the run in good order, a person's second one at once. */

export interface Leaving {
  /** A person or a signal asks to leave; asked again, the process ends at once. */
  ask(code: number): void;
  /** Nobody can be reached any more (closed terminal, lost reader): never cuts short what is being saved. */
  lose(code: number): void;
  /** The exit code to be, once it is time to leave. */
  readonly code: number | undefined;
  /** Resolves when it is time to leave. */
  readonly begun: Promise<number>;
  /** Gives the signals back. */
  dispose(): void;
}

export interface LeavingPorts {
  /** Runs once, at the first reason: cancels, draws, gives back. */
  begin(code: number): void;
  /** Ends the process without waiting. */
  exit(code: number): void;
  /** The exit code of a signal. */
  codeOf(signal: LeavingSignal): number;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type LeavingSignal = keyof typeof SIGNALS;

/** As shells report a program that a signal ended. */
export function signalCode(signal: LeavingSignal): number {
  return SIGNALS[signal];
}

export function createLeaving({ begin, exit, codeOf }: LeavingPorts): Leaving {
  const { promise: begun, resolve } = Promise.withResolvers<number>();
  let code: number | undefined;

  const handlers = (Object.keys(SIGNALS) as LeavingSignal[]).map((signal) => {
    // A terminal that vanishes says so twice: by its stream and by this signal.
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
