/** Joins reasoning blocks that come in pieces and must be sent back whole, signatures included. */

import { isPlainObject } from '../../base/schema.ts';
import { isNestedDeeper } from './check-arguments.ts';

const MAX_DETAILS = 1_000;
const GROWING = ['text', 'summary', 'data', 'signature'];

/** Joins pieces of the same index and type; pieces without an index stay as they came. */
export function joinDetails(details: readonly unknown[], pieces: readonly unknown[]): unknown[] {
  const joined = [...details];
  for (const piece of pieces) {
    if (!isPlainObject(piece) || joined.length >= MAX_DETAILS || isNestedDeeper(piece)) continue;
    const at = joined.findIndex((entry) => isPlainObject(entry) && belongs(entry, piece));
    const entry = joined[at];
    if (isPlainObject(entry)) joined[at] = grow(entry, piece);
    else joined.push(piece);
  }
  return joined;
}

function belongs(entry: Record<string, unknown>, piece: Record<string, unknown>): boolean {
  return typeof piece['index'] === 'number' && entry['index'] === piece['index'] && entry['type'] === piece['type'];
}

function grow(entry: Record<string, unknown>, piece: Record<string, unknown>): Record<string, unknown> {
  const grown = { ...entry };
  for (const [key, value] of Object.entries(piece)) {
    const before = grown[key];
    const joins = GROWING.includes(key) && typeof before === 'string' && typeof value === 'string';
    grown[key] = joins ? before + value : (value ?? before);
  }
  return grown;
}
