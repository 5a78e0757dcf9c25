/** A text that arrives in pieces, perhaps a very long one: from some length on it is kept as bytes. */

import { loadCollector } from '../collector.ts';
import { isHighSurrogate } from '../text/surrogates.ts';
import { createLongText, type LongText, type LongTextBuilder } from './long-text.ts';

export interface TextGatherer {
  readonly isEmpty: boolean;
  add(piece: string): void;
  /** All of it; then it is empty again. */
  take(): string | LongText;
}

/** What is shorter is only joined. */
const LONG = 1 << 18;
/** What is longer stays bytes. */
const VERY_LONG = 1 << 20;
/** So many units become bytes at a time: many strings that live long make the young generation grow. */
const CHUNK = 1 << 15;

export function createTextGatherer(): TextGatherer {
  let pieces: string[] = [];
  let units = 0;
  let long: LongTextBuilder | undefined;

  /** Half a character waits for its other half. */
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
      loadCollector()(); // what is done with it next should not come on top of what it left behind
      return before.build();
    },
  };
}
