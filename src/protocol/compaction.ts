/** An entry of the log after which less is sent; nothing is deleted. */

import type { Message, Usage } from './message.ts';

/** From here on less is sent; what was said stays in the log. */
export interface CompactionEntry {
  type: 'compaction';
  by: CompactedBy;
  /** Stands for everything before `keepFrom`. */
  summary?: string;
  /** Sent with the summary, word for word: the user's own messages, open todos, the last failing check. */
  pinned?: string;
  /** The entry of the first message that is sent after the summary. */
  keepFrom?: string;
  /** Shorter forms of messages that are kept, by entry. */
  changed?: Readonly<Record<string, Message>>;
  /** What making the summary took. */
  model?: string;
  usage?: Usage;
}

/** `model` and `rules` wrote a summary; `prune` left out old tool outputs; `trim` cut until it fitted. */
export type CompactedBy = 'model' | 'rules' | 'prune' | 'trim';
