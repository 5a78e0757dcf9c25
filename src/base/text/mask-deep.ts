/** Hides secrets in every text of a value; what says what a thing is stays. */

import { isPlainObject } from '../schema.ts';
import { type LongField, longField, setText } from './long-field.ts';
import { type Mask, maskLong } from './mask-long.ts';
import { MIN_SECRET } from './secret-value.ts';

/** Fields that say what a thing is: masking one by accident would make it unreadable. */
const STRUCTURE = new Set(['type', 'role', 'id', 'status']);

/** The same value if nothing is hidden. */
export function maskDeep<T>(value: T, mask: Mask): T {
  return eachMasked(value, mask) as T;
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
  const long = longField(value);
  let sum = long?.text.length ?? 0;
  for (const key in value) {
    if (key !== long?.key) sum += charactersOf((value as Record<string, unknown>)[key], limit - sum);
    if (sum > limit) break;
  }
  return sum;
}

function isImage(value: unknown): boolean {
  return isPlainObject(value) && value.type === 'image';
}

function eachMasked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return maskedText(value, mask);
  if (Array.isArray(value)) return masked(value, mask);
  if (!isPlainObject(value) || value.type === 'image') return value;
  const long = longField(value);
  if (long) return maskedWithLong(value, long, mask);
  let changed: [string, unknown][] | undefined;
  let count = 0;
  for (const key in value) {
    const field = value[key];
    const isKept = typeof field === 'string' && STRUCTURE.has(key);
    const shownKey = isKept ? key : maskedText(key, mask);
    const shown = isKept ? field : eachMasked(field, mask);
    if (!changed && (shownKey !== key || shown !== field)) changed = Object.entries(value).slice(0, count);
    changed?.push([shownKey, shown]);
    count += 1;
  }
  return changed ? Object.fromEntries(changed) : value;
}

/** Most names of fields are too short for a secret. */
function maskedText(text: string, mask: Mask): string {
  return text.length < MIN_SECRET ? text : mask(text);
}

function maskedWithLong(value: Record<string, unknown>, { key, text }: LongField, mask: Mask): unknown {
  const plain: Record<string, unknown> = {};
  for (const each in value) plain[each] = each === key ? '' : value[each];
  const others = eachMasked(plain, mask) as Record<string, string>;
  const shown = maskLong(text, mask);
  return others === plain && shown === text ? value : setText({ ...others }, key, shown);
}

function masked(items: readonly unknown[], mask: Mask): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const shown = eachMasked(item, mask);
    if (!changed && shown !== item) changed = items.slice(0, index);
    changed?.push(shown);
  }
  return changed ?? items;
}
