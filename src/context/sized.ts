/** The messages that would be sent, each with its size. */

import { applyCompaction, type SentItem } from '../log/sent.ts';
import type { CompactionEntry } from '../protocol/compaction.ts';
import { estimateMessage } from './estimate.ts';

export interface SizedItem extends SentItem {
  /** The estimated number of tokens. */
  tokens: number;
}

/** Like `applyCompaction`; only messages that it changed are estimated again. */
export function compactSized(
  items: readonly SizedItem[],
  id: string,
  compaction: Omit<CompactionEntry, 'type' | 'by'>,
): SizedItem[] {
  const known = new Map(items.map(({ message, tokens }) => [message, tokens]));
  return applyCompaction(items, id, compaction).map(({ id: own, message }) => ({
    id: own,
    message,
    tokens: known.get(message) ?? estimateMessage(message),
  }));
}

export function tokensOf(items: readonly { tokens: number }[]): number {
  return items.reduce((total, { tokens }) => total + tokens, 0);
}
