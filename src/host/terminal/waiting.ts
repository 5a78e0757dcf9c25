/** The calls that wait for a program in a terminal: for its output or its end, or for the person who uses it. */

import { type Until, type Waited, type Watched, waitUntil } from './wait-until.ts';

export interface Waiting {
  wait(until: Until, signal: AbortSignal): Promise<Waited>;
  /** Waits until the program ends, the person hands over, or it takes keys. */
  waitForPerson(signal: AbortSignal): Promise<Waited>;
  handOver(): void;
  /** Lets the waiting calls look again. */
  changed(): void;
  readonly isPersonAwaited: boolean;
  /** Records whether a call waits while the program ends. */
  noteEnd(): void;
  readonly endAwaited: boolean;
}

interface WaitingPorts extends Omit<Watched, 'isHandedOver' | 'listeners'> {
  /** True if the program reads input that is up to the model. */
  takesKeys(): Promise<boolean>;
  /** Called when a call starts or stops waiting for the person. */
  personAwaitedChanged(): void;
}

/** How often to check how the program reads while a call waits for the person. */
const LOOK_MS = 250;

export function createWaiting({ takesKeys, personAwaitedChanged, ...watched }: WaitingPorts): Waiting {
  const listeners = new Set<() => void>();
  let waits = 0;
  let waitsForPerson = 0;
  let handOvers = 0;
  let endAwaited = false;

  function changed(): void {
    for (const listener of listeners) listener();
  }

  async function wait(until: Until, signal: AbortSignal, handOversBefore = handOvers): Promise<Waited> {
    waits += 1;
    try {
      const isHandedOver = () => handOvers > handOversBefore;
      return await waitUntil(until, { ...watched, isHandedOver, listeners }, signal);
    } finally {
      waits -= 1;
    }
  }

  return {
    wait: (until, signal) => wait(until, signal),
    async waitForPerson(signal) {
      const handOversBefore = handOvers;
      waitsForPerson += 1;
      personAwaitedChanged();
      try {
        for (;;) {
          const waited = await wait({ timeoutMs: LOOK_MS }, signal, handOversBefore);
          if (waited !== 'timeout') return waited;
          if (await takesKeys()) return 'quiet';
        }
      } finally {
        waitsForPerson -= 1;
        personAwaitedChanged();
      }
    },
    handOver() {
      handOvers += 1;
      changed();
    },
    changed,
    get isPersonAwaited() {
      return waitsForPerson > 0;
    },
    noteEnd() {
      endAwaited = waits > 0 || waitsForPerson > 0;
    },
    get endAwaited() {
      return endAwaited;
    },
  };
}
