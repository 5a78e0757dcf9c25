/** The content and size of the next request: a fold over the log that only looks at new entries. */

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
  /** True if the provider did not count all of it. */
  estimated: boolean;
}

export interface Outgoing {
  /** The messages in the order of the conversation, as logged. */
  items(): readonly SizedItem[];
  /** The messages, valid to send. */
  messages(): Message[];
  /** The size as the provider counted it, if it did. */
  size(): ContextSize;
  /** The size for decisions: like `size`, but never far below the estimate, since some servers report nonsense. */
  load(): number;
  /** The estimated tokens sent besides the messages. */
  base(): number;
  /** The system prompt and tools of the last request, as logged. */
  request(): RequestEntry | undefined;
  /** Sets the expected base of the first request, used until the log has one. */
  expectBase(tokens: number): void;
  /** Real tokens per estimated token, as this session's provider counts. */
  factor(): number;
  /** True if the person (or a compaction that saved nothing) has stopped automatic summaries. */
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
        state = { ...startState(), seen: -1 }; // the loop restarts with the first entry
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
  /** The number of log entries folded in. */
  seen: number;
  items: SizedItem[];
  request: RequestEntry | undefined;
  base: number;
  /** The estimated tokens of all items. */
  total: number;
  factor: number;
  /** The provider's last count, and the estimate up to that point. */
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
