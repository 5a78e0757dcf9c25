/** A value as JSON in pieces, for one with texts so long that nothing should hold them twice. */

import { slicesOf } from './in-slices.ts';

const LONG = 1 << 18;

/** Joined they are what `JSON.stringify` gives. */
export function* jsonPieces(value: unknown): Generator<string> {
  const long: string[] = [];
  const mark = `long-${Math.random().toString(36).slice(2)}-`; // nothing in the value can know it
  const json = JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'string' && field.length > LONG ? `${mark}${long.push(field) - 1}` : field,
  );
  if (long.length === 0) return yield json;
  const [first = '', ...rest] = json.split(mark);
  yield first;
  for (const part of rest) {
    const end = part.indexOf('"');
    for (const slice of slicesOf(long[Number(part.slice(0, end))] ?? '')) yield JSON.stringify(slice).slice(1, -1);
    yield part.slice(end);
  }
}
