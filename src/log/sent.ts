/** The part of a session's log that would be sent: its messages, as changed by later compactions. */

import type { CompactionEntry } from '../protocol/compaction.ts';
import type { Message } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import { answerEveryCall } from './answer-every-call.ts';

export interface SentItem {
  /** The log entry that the message comes from. */
  id: string;
  message: Message;
}

/** Valid to send: every call has one result, right after it, and ids are unique. */
export function sentOf(entries: readonly Entry[]): readonly Message[] {
  const undone = undoneOf(entries);
  let items: SentItem[] = [];
  for (const entry of entries) {
    if (entry.type === 'message') items.push({ id: entry.id, message: entry.message });
    else if (entry.type === 'compaction' && !undone.has(entry.id)) items = applyCompaction(items, entry.id, entry);
  }
  return answerEveryCall(items.map(({ message }) => message));
}

export function undoneOf(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.flatMap((entry) => (entry.type === 'compaction-undo' ? [entry.of] : [])));
}

/** A compaction that names a missing message changes nothing, because sending too much is better than too little. */
export function applyCompaction(
  items: readonly SentItem[],
  id: string,
  compaction: Omit<CompactionEntry, 'type' | 'by'>,
): SentItem[] {
  const { summary, pinned = '', keepFrom, changed = {} } = compaction;
  const from = keepFrom === undefined ? 0 : items.findIndex((item) => item.id === keepFrom);
  if (from < 0) return [...items];
  const kept = items.slice(from).map((item) => {
    const shorter = Object.hasOwn(changed, item.id) ? changed[item.id] : undefined;
    return shorter ? { ...item, message: shorter } : item;
  });
  return summary === undefined ? kept : [{ id, message: headMessage(summary, pinned) }, ...kept];
}

export function headMessage(summary: string, pinned: string): Message {
  const sections = [
    'The older part of this conversation was compacted. This replaces it:',
    `# Summary\n\n${summary.trim()}`,
    pinned.trim(),
  ];
  const text = sections.filter((section) => section !== '').join('\n\n');
  return { role: 'user', content: [{ type: 'text', text }], by: 'coder' };
}
