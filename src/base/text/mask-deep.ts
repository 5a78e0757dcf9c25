/** Hides secrets in every text of a value; what says what a thing is stays. */

import { isPlainObject } from '../schema.ts';

type Mask = (text: string) => string;

/** Fields that say what a thing is: masking one by accident would make it unreadable. */
const STRUCTURE = new Set(['type', 'role', 'id', 'status']);

/** The same value if nothing is hidden. It is searched as a whole first, as most of it holds no secret. */
export function maskDeep<T>(value: T, mask: Mask): T {
  if (isLong(value)) return maskEach(value, mask); // no copy of it as a whole
  const json = JSON.stringify(value, withoutImages) as string | undefined;
  return json === undefined || mask(json) === json ? value : maskEach(value, mask);
}

const LONG = 1_000_000;

/** Whether its texts are so long that it should be in memory once. */
export function isLong(value: unknown): boolean {
  return charactersOf(value, LONG) > LONG;
}

/** Counted no further than to the limit. */
function charactersOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || isImage(value)) return 0;
  let sum = 0;
  for (const field of Array.isArray(value) ? value : Object.values(value)) {
    sum += charactersOf(field, limit - sum);
    if (sum > limit) break;
  }
  return sum;
}

function withoutImages(this: unknown, key: string, field: unknown): unknown {
  return key === 'data' && isImage(this) ? '' : field;
}

function isImage(value: unknown): boolean {
  return isPlainObject(value) && value.type === 'image';
}

/** Every text by itself, also where only a piece of a secret is at its end. */
export function maskEach<T>(value: T, mask: Mask): T {
  return eachMasked(value, mask) as T;
}

function eachMasked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => eachMasked(item, mask));
  if (!isPlainObject(value) || isImage(value)) return value;
  const entries = Object.entries(value).map(([key, field]): [string, unknown] =>
    STRUCTURE.has(key) && typeof field === 'string' ? [key, field] : [mask(key), eachMasked(field, mask)],
  );
  return Object.fromEntries(entries);
}
