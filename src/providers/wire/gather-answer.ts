/** What every protocol's answer is reduced to: text, thinking, calls, usage, and one end that is never a false success. */

import type { Fault } from '../../protocol/fault.ts';
import type { Usage } from '../../protocol/message.ts';
import type { ProviderFailure, StreamPart } from '../../protocol/provider.ts';
import { fault, faultError, faultWith } from '../../words/fault.ts';
import type { ReaderOptions, ReaderState } from './answer-reader.ts';
import { type Assembled, createCallAssembler } from './assemble-calls.ts';
import { failureFrom } from './failure.ts';
import { createCitations } from './read-citation.ts';

export interface Gatherer {
  state: ReaderState;
  usage: Usage | undefined;
  /** True if the model declined, whatever else it said. */
  refused: boolean;
  /** Takes a piece of a tool call, see `CallAssembler`. */
  addCall(piece: unknown): void;
  say(type: 'text' | 'thinking', text: string): void;
  /** Adds a source in the form of any protocol; anything that is not a source is ignored. */
  cite(source: unknown): void;
  /** Counts data other than text towards the size of an answer. */
  spend(size: number): void;
  fail(failure: ProviderFailure): void;
  take(): StreamPart[];
  /** `cut`: stopped by the output limit. `blocks`: the provider's own blocks, `undefined` if there are none. */
  close(cut: boolean, blocks: (assembled: Assembled) => unknown, emptyBecause?: Fault): StreamPart[];
}

const MAX_TEXT = 16 * 1024 * 1024;

export function createGatherer(options: ReaderOptions): Gatherer {
  const calls = createCallAssembler(options.usedIds);
  const citations = createCitations();
  let parts: { type: 'text' | 'thinking'; text: string }[] = [];
  let failure: ProviderFailure | undefined;
  let size = 0;
  let hasText = false;
  let hasThought = false;

  const gatherer: Gatherer = {
    state: 'open',
    usage: undefined,
    refused: false,
    addCall: (piece) => calls.add(piece),
    say(type, text) {
      if (text === '') return;
      gatherer.spend(text.length);
      if (type === 'text') hasText ||= text.trim() !== '';
      else hasThought = true;
      const last = parts.at(-1);
      if (last?.type === type) last.text += text;
      else parts.push({ type, text });
    },
    cite: (source) => citations.add(source),
    spend(more) {
      size += more;
      if (size > MAX_TEXT) throw faultError('event-too-large', fault('aLargeAnswer', '16'));
    },
    fail(error) {
      failure = error;
      gatherer.state = 'failed';
    },
    take() {
      const taken = parts;
      if (taken.length > 0) parts = [];
      return taken;
    },
    close(cutByServer, blocks, emptyBecause) {
      const { usage } = gatherer;
      if (failure) return [{ type: 'end', reason: 'error', error: failure }];
      if (gatherer.state === 'open') {
        const error = failureFrom('network', fault('closedInAnswer', options.host), true);
        return [{ type: 'end', reason: 'error', error }];
      }
      if (gatherer.refused) return [{ type: 'end', reason: 'refused', usage }];
      // Routers rename the reason; using up the whole allowance means the same.
      const atLimit = options.maxOutputTokens !== undefined && (usage?.output ?? 0) >= options.maxOutputTokens;
      const assembled = calls.finish(cutByServer || atLimit);
      const { calls: list, cut } = assembled;
      if (list.length === 0 && !hasText) {
        if (!hasThought) return empty(emptyBecause);
        return empty(fault(cut ? 'spentThinking' : 'onlyThought'));
      }
      const own = blocks(assembled);
      const raw = own === undefined ? {} : { raw: { protocol: options.raw, blocks: own } };
      const reason = cut ? 'length' : list.length > 0 ? 'calls' : 'stop';
      return [
        ...citations.list.map((citation): StreamPart => ({ type: 'citation', citation })),
        ...list.map((call): StreamPart => ({ type: 'call', call })),
        { type: 'end', reason, usage, ...raw },
      ];
    },
  };
  return gatherer;

  function empty(why: Fault | undefined): StreamPart[] {
    const error = failureFrom('empty', faultWith('emptyAnswer', options.host, why ?? ''), true);
    return [{ type: 'end', reason: 'error', error }];
  }
}
