/** Where a conversation is cut in two: the older part to summarise, the newer to keep as it is. */

import { type SizedItem, tokensOf } from './sized.ts';
import { newestWithin, unitsOf } from './units.ts';

export interface Split {
  older: SizedItem[];
  kept: SizedItem[];
}

/** Keeps the newest units up to `share` of all, at least one; `undefined` if there is nothing older. */
export function splitOlder(items: readonly SizedItem[], share: number): Split | undefined {
  const units = unitsOf(items);
  const total = tokensOf(units);
  const from = newestWithin(units, total * share);
  if (from === 0) return undefined;
  return {
    older: units.slice(0, from).flatMap((unit) => unit.items),
    kept: units.slice(from).flatMap((unit) => unit.items),
  };
}
