/** What every headless output has in common: it takes events, and ends with the run's result. */

import type { Stamped } from '../../protocol/event.ts';

export interface Printer {
  event(event: Stamped): void;
  /** After the last turn. */
  end(): void;
}

export type Write = (text: string) => void;

/** A long text comes in pieces. */
export type WritePieces = (text: string | Generator<string>) => void;
