/** Regroups consecutive texts into slices of about equal size, to be encoded one after the other. */

import { isHighSurrogate } from '../text/surrogates.ts';

/** Units per slice: short-lived enough for V8's young generation, and below its limit for large objects with any characters. */
const SLICE = 1 << 15;

/** Never cuts within a character. */
export function* inSlices(texts: Iterable<Iterable<string>>): Generator<string> {
  let short: string[] = [];
  let length = 0;
  for (const pieces of texts) {
    for (const piece of pieces) {
      short.push(piece);
      length += piece.length;
      if (length < SLICE) continue;
      let rest = '';
      for (const slice of slicesOf(short.join(''))) {
        if (slice.length >= SLICE - 1) yield slice;
        else rest = slice; // joined with the text that follows
      }
      [short, length] = [[rest], rest.length];
    }
  }
  if (length > 0) yield short.join('');
}

/** The slices as bytes, each in the same buffer as the one before: the consumer must be done with one before it asks for the next. */
export function* bytesOf(texts: Iterable<Iterable<string>>): Generator<Buffer> {
  let place: Buffer | undefined;
  for (const slice of inSlices(texts)) {
    if (slice.length < SLICE / 4) yield Buffer.from(slice);
    else {
      place ??= Buffer.allocUnsafe(3 * 2 * SLICE);
      yield place.subarray(0, place.write(slice));
    }
  }
}

/** The slices of a single text. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + SLICE, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield text.slice(at, end);
    at = end;
  }
}
