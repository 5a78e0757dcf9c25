/** What the next request would hold and how big it is: a fold over the log that only looks at what is new. */

import { answerEveryCall } from '../log/answer-every-call.ts';
import { undoneOf } from '../log/sent.ts';
import { toModel } from '../log/to-model.ts';
import type { Message } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import { estimateBase, estimateMessage } from './estimate.ts';
import { compactSized, type SizedItem, tokensOf } from './sized.ts';

type RequestEntry = Extract<Entry, { type: 'request' }>;

interface ContextSize {
  tokens: number;
  /** Not all of it was counted by the provider. */
  estimated: boolean;
}

export interface Outgoing {
  /** In the order of the conversation, as the log has them. */
  items(): readonly SizedItem[];
  /** Valid to send. */
  messages(): Message[];
  /** The provider's own figure where it gave one. */
  size(): ContextSize;
  /** For decisions: as `size`, but never far below what was estimated, since some servers report nonsense. */
  load(): number;
  /** What is sent besides the messages, estimated. */
  base(): number;
  /** What the last request began with, as the log has it. */
  request(): RequestEntry | undefined;
  /** What the first request will be sent with, as long as the log has none. */
  expectBase(tokens: number): void;
  /** Real tokens for one that was estimated, as this session's provider counts. */
  factor(): number;
  /** The person (or a compaction that made nothing smaller) has stopped automatic summaries. */
  isManual(): boolean;
}

const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 4;

export function createOutgoing(entries: readonly Entry[]): Outgoing {
  let state = startState();
  let expected = 0;

  return {
    items: () => current().items,
    messages: () => toModel(answerEveryCall(current().items.map(({ message }) => message))),
    size,
    load: () => Math.max(size().tokens, Math.round((state.base + state.total) * LEAST_FACTOR)),
    base: () => current().base,
    request: () => current().request,
    expectBase(tokens) {
      expected = tokens;
    },
    factor: () => current().factor,
    isManual: () => current().isManual,
  };

  function size(): ContextSize {
    const { base, total, factor, counted } = current();
    if (!counted) return { tokens: Math.round(((base || expected) + total) * factor), estimated: true };
    const since = total - counted.total;
    return { tokens: counted.tokens + Math.round(since * factor), estimated: since > 0 };
  }

  function current(): FoldState {
    for (; state.seen < entries.length; state.seen++) take(entries[state.seen] as Entry);
    return state;
  }

  function take(entry: Entry): void {
    switch (entry.type) {
      case 'message':
        return takeMessage(entry.id, entry.message);
      case 'request':
        state.request = entry;
        state.base = estimateBase(entry.system, entry.tools);
        return;
      case 'setting':
        if (entry.key === 'compaction') state.isManual = entry.value === 'manual';
        return;
      case 'compaction':
        state.undone ??= undoneOf(entries);
        if (!state.undone.has(entry.id)) replaceItems(compactSized(state.items, entry.id, entry));
        return;
      case 'compaction-undo':
        if (!state.undone || state.undone.has(entry.of)) return;
        state = { ...startState(), seen: -1 }; // the loop goes on with the first entry
        return;
      default:
        return;
    }
  }

  function takeMessage(id: string, message: Message): void {
    const tokens = estimateMessage(message);
    const before = state.base + state.total;
    state.items.push({ id, message, tokens });
    state.total += tokens;
    if (message.role !== 'assistant' || !message.usage || message.usage.input <= 0) return;
    const { input, output } = message.usage;
    if (before > 0) state.factor = Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, input / before));
    state.counted = { tokens: input + output, total: state.total };
  }

  function replaceItems(items: SizedItem[]): void {
    state.items = items;
    state.total = tokensOf(items);
    state.counted = undefined;
  }
}

interface FoldState {
  /** Entries of the log that are in here. */
  seen: number;
  items: SizedItem[];
  request: RequestEntry | undefined;
  base: number;
  /** Of the items, estimated. */
  total: number;
  factor: number;
  /** What the provider said last, and what was estimated up to there. */
  counted: { tokens: number; total: number } | undefined;
  isManual: boolean;
  undone: ReadonlySet<string> | undefined;
}

function startState(): FoldState {
  return {
    seen: 0,
    items: [],
    request: undefined,
    base: 0,
    total: 0,
    factor: 1,
    counted: undefined,
    isManual: false,
    undone: undefined,
  };
}
