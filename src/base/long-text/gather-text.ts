/** Collects a text that arrives in pieces; beyond some length it is kept as bytes. */

import { loadCollector } from '../collector.ts';
import { isHighSurrogate } from '../text/surrogates.ts';
import { createLongText, type LongText, type LongTextBuilder } from './long-text.ts';

export interface TextGatherer {
  readonly isEmpty: boolean;
  add(piece: string): void;
  /** Returns the whole text and empties the gatherer. */
  take(): string | LongText;
}

/** Shorter texts are simply joined. */
const LONG = 1 << 18;
/** Longer texts stay bytes. */
const VERY_LONG = 1 << 20;
/** Units converted to bytes at a time, because many long-lived strings would make V8's young generation grow. */
const CHUNK = 1 << 15;

export function createTextGatherer(): TextGatherer {
  let pieces: string[] = [];
  let units = 0;
  let long: LongTextBuilder | undefined;

  /** Keeps half a character back until its other half arrives. */
  function moveToBytes(): void {
    const joined = pieces.join('');
    const end = joined.length - (isHighSurrogate(joined.charCodeAt(joined.length - 1)) ? 1 : 0);
    long ??= createLongText();
    long.add(joined.slice(0, end));
    pieces = end < joined.length ? [joined.slice(end)] : [];
    units = joined.length - end;
  }

  return {
    get isEmpty() {
      return pieces.length === 0 && !long;
    },
    add(piece) {
      pieces.push(piece);
      units += piece.length;
      if (units >= (long ? CHUNK : LONG)) moveToBytes();
    },
    take() {
      const rest = pieces.join('');
      const before = long;
      [pieces, units, long] = [[], 0, undefined];
      if (!before) return rest;
      if (rest !== '') before.add(rest);
      if (before.length <= VERY_LONG) return [...before.build().slices()].join('');
      loadCollector()(); // frees the leftovers of gathering before the caller needs more memory
      return before.build();
    },
  };
}
