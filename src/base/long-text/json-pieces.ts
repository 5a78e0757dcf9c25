/** A value as JSON in pieces, for values with texts so long that they should not be held in memory twice. */

import { slicesOf } from './in-slices.ts';
import { longField } from './long-field.ts';
import type { LongText } from './long-text.ts';

const LONG = 1 << 18;

/** The pieces of `JSON.stringify(value)`. */
export function* jsonPieces(value: unknown): Generator<string> {
  const long: (string | LongText)[] = [];
  const mark = `long-${Math.random().toString(36).slice(2)}-`; // random, so nothing in the value can contain it
  const lift = (text: string | LongText) => `${mark}${long.push(text) - 1}`;
  const json = JSON.stringify(value, (_, field: unknown) => {
    if (typeof field === 'string') return field.length > LONG ? lift(field) : field;
    return typeof field === 'object' && field !== null ? withoutLong(field, lift) : field;
  });
  if (long.length === 0) return yield json;
  const [first = '', ...rest] = json.split(mark);
  yield first;
  for (const part of rest) {
    const end = part.indexOf('"');
    const text = long[Number(part.slice(0, end))] ?? '';
    const slices = typeof text === 'string' ? slicesOf(text) : text.slices();
    for (const slice of slices) yield JSON.stringify(slice).slice(1, -1);
    yield part.slice(end);
  }
}

/** A copy with the long field replaced, keeping the order of fields. */
function withoutLong(object: object, lift: (text: LongText) => string): object {
  const long = longField(object);
  if (!long) return object;
  const copy: Record<string, unknown> = {};
  for (const key in object) copy[key] = key === long.key ? lift(long.text) : (object as Record<string, unknown>)[key];
  return copy;
}
