/** Texts that follow each other in slices of about one size, to be turned into bytes one after the other. */

/** Small enough to be gone with the next look for what is in use, and not to count as large. */
const SLICE = 1 << 16;

/** Never cut within a character. */
export function* inSlices(texts: Iterable<Iterable<string>>): Generator<string> {
  let short: string[] = [];
  let length = 0;
  for (const pieces of texts) {
    for (const piece of pieces) {
      short.push(piece);
      length += piece.length;
      if (length < SLICE) continue;
      yield* slicesOf(short.join(''));
      [short, length] = [[], 0];
    }
  }
  if (length > 0) yield short.join('');
}

/** The same as bytes, each in the place of the one before: whoever takes them is done with them when the next is asked for. */
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

/** Of one text. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + SLICE, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield text.slice(at, end);
    at = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
