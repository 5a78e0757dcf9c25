/** Removes the bulk of old tool results: the first and cheapest way to make room. Errors stay. */

import { hasFailed, type Message } from '../protocol/message.ts';
import { estimateMessage } from './estimate.ts';
import { shortenResult } from './shorten.ts';
import type { SizedItem } from './sized.ts';
import { unitsOf } from './units.ts';

/** Results smaller than this are not worth a hole in the conversation. */
const WORTH_IT = 200;

/** The shortened messages by entry id. `keep` is the number of tokens at the end that stay unchanged; the last unit always does. */
export function prune(items: readonly SizedItem[], keep: number): Map<string, Message> {
  const changed = new Map<string, Message>();
  let newer = 0;
  for (const [index, unit] of unitsOf(items).reverse().entries()) {
    const isOld = index > 0 && newer >= keep;
    newer += unit.tokens;
    if (!isOld) continue;
    for (const { id, message, tokens } of unit.items) {
      if (message.role !== 'tool' || tokens < WORTH_IT || hasFailed(message.outcome)) continue;
      const shorter = shortenResult(message);
      if (estimateMessage(shorter) < tokens) changed.set(id, shorter);
    }
  }
  return changed;
}
