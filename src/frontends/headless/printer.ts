/** The interface of every headless output format: takes events, and ends with the run's result. */

import type { Stamped } from '../../protocol/event.ts';

export interface Printer {
  event(event: Stamped): void;
  /** Called after the last turn. */
  end(): void;
}

export type Write = (text: string) => void;

/** Writes a text; a long one comes in pieces. */
export type WritePieces = (text: string | Generator<string>) => void;
