/** Hides secrets in every string of a value, except in the fields that identify it. */

import { type LongField, longField, setText } from '../long-text/long-field.ts';
import { isPlainObject } from '../schema.ts';
import { type Mask, maskLong } from './mask-long.ts';
import { MIN_SECRET } from './secret-value.ts';

/** Fields that say what a value is; masking one by accident would make the value unreadable. */
const STRUCTURE = new Set(['type', 'role', 'id', 'status']);

/** Counts the characters of all texts. */
interface Size {
  characters: number;
}

/** Returns the same value if nothing is hidden. */
export function maskDeep<T>(value: T, mask: Mask): T {
  return eachMasked(value, mask, { characters: 0 }) as T;
}

const LONG = 1_000_000;

/** `isLong`: the texts are so long that the value should be in memory only once. */
export function maskedWithLength<T>(value: T, mask: Mask): { value: T; isLong: boolean } {
  const size = { characters: 0 };
  const masked = eachMasked(value, mask, size) as T;
  return { value: masked, isLong: size.characters > LONG };
}

function eachMasked(value: unknown, mask: Mask, size: Size): unknown {
  if (typeof value === 'string') return maskedText(value, mask, size);
  if (Array.isArray(value)) return masked(value, mask, size);
  if (!isPlainObject(value) || value.type === 'image') return value;
  const long = longField(value);
  if (long) return maskedWithLong(value, long, mask, size);
  let changed: [string, unknown][] | undefined;
  let count = 0;
  for (const key in value) {
    const field = value[key];
    const isKept = typeof field === 'string' && STRUCTURE.has(key);
    const shownKey = isKept || key.length < MIN_SECRET ? key : mask(key);
    const shown = isKept ? field : eachMasked(field, mask, size);
    if (!changed && (shownKey !== key || shown !== field)) changed = Object.entries(value).slice(0, count);
    changed?.push([shownKey, shown]);
    count += 1;
  }
  return changed ? Object.fromEntries(changed) : value;
}

function maskedText(text: string, mask: Mask, size: Size): string {
  size.characters += text.length;
  return text.length < MIN_SECRET ? text : mask(text);
}

function maskedWithLong(value: Record<string, unknown>, { key, text }: LongField, mask: Mask, size: Size): unknown {
  size.characters += text.length;
  const plain: Record<string, unknown> = {};
  for (const each in value) plain[each] = each === key ? '' : value[each];
  const others = eachMasked(plain, mask, size) as Record<string, string>;
  const shown = maskLong(text, mask);
  return others === plain && shown === text ? value : setText({ ...others }, key, shown);
}

function masked(items: readonly unknown[], mask: Mask, size: Size): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const shown = eachMasked(item, mask, size);
    if (!changed && shown !== item) changed = items.slice(0, index);
    changed?.push(shown);
  }
  return changed ?? items;
}
