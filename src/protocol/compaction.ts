/** An entry of the log after which less is sent; nothing is deleted. */

import type { Message, Usage } from './message.ts';

/** Less is sent from this entry on; the conversation stays in the log. */
export interface CompactionEntry {
  type: 'compaction';
  by: CompactedBy;
  /** Replaces everything before `keepFrom`. */
  summary?: string;
  /** Sent verbatim with the summary: the user's messages, open todos, the last failing check. */
  pinned?: string;
  /** The entry of the first message sent after the summary. */
  keepFrom?: string;
  /** Shorter forms of kept messages, by entry. */
  changed?: Readonly<Record<string, Message>>;
  /** The model that wrote the summary, and what that took. */
  model?: string;
  usage?: Usage;
}

/** `model` and `rules` wrote a summary; `prune` left out old tool outputs; `trim` cut until everything fitted. */
export type CompactedBy = 'model' | 'rules' | 'prune' | 'trim';
