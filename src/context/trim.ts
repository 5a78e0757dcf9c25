/** Brings any conversation under any size without a model: drops the oldest tool results, then the oldest turns, then cuts long texts. */

import { headMessage } from '../log/sent.ts';
import { callsOf, isByPerson, type Message, type ToolMessage } from '../protocol/message.ts';
import { estimateMessage } from './estimate.ts';
import { cutTexts, keepLastCalls, shortenResult } from './shorten.ts';
import { type SizedItem, tokensOf } from './sized.ts';
import { newestWithin, unitsOf } from './units.ts';

export interface Trim {
  /** Shorter forms, by entry. */
  changed: Map<string, Message>;
  /** Replaces the turns that were dropped. */
  head?: { summary: string; pinned: string; keepFrom: string };
}

/** The text that replaces everything before `keepFrom`, in about `bound` tokens. */
export type HeadFor = (
  older: readonly SizedItem[],
  keepFrom: string,
  bound: number,
) => { summary: string; pinned: string };

/** Replaces a message that is no longer sent. */
const GONE: Message = { role: 'note', text: '', audience: 'user' };
/** The share of the budget for the text that replaces the older turns. */
const HEAD_SHARE = 0.3;
const LEAST_TEXT = 40;

/** `budget` is in estimated tokens, like the items. */
export function trim(items: readonly SizedItem[], budget: number, headFor: HeadFor): Trim {
  const changed = new Map<string, Message>();
  const working = dropOldBodies(items, budget, changed);
  if (tokensOf(working) <= budget) return { changed };

  const units = unitsOf(working);
  const from = firstKeptUnit(units, budget * (1 - HEAD_SHARE));
  const older = units.slice(0, from).flatMap((unit) => unit.items);
  const kept = units.slice(from).flatMap((unit) => unit.items);
  const keepFrom = kept[0]?.id;
  for (const { id } of older) changed.delete(id);
  const head = keepFrom === undefined || older.length === 0 ? undefined : fitHead(older, keepFrom, budget, headFor);
  const room = budget - (head?.tokens ?? 0);
  if (tokensOf(kept) > room) for (const { id, message } of cutToFit(kept, room)) changed.set(id, message);
  return { changed, ...(head && keepFrom !== undefined && { head: { ...head.words, keepFrom } }) };
}

/** Keeps the results of the last unit, because the model is waiting for them. */
function dropOldBodies(items: readonly SizedItem[], budget: number, changed: Map<string, Message>): SizedItem[] {
  const last = new Set<SizedItem>(unitsOf(items).at(-1)?.items);
  let total = tokensOf(items);
  return items.map((item) => {
    if (total <= budget || item.message.role !== 'tool' || last.has(item)) return item;
    const message: ToolMessage = shortenResult(item.message);
    const tokens = estimateMessage(message);
    if (tokens >= item.tokens) return item;
    total -= item.tokens - tokens;
    changed.set(item.id, message);
    return { ...item, message, tokens };
  });
}

/** Drops whole turns if that is enough; otherwise also the first steps of the running one. */
function firstKeptUnit(units: readonly { items: SizedItem[]; tokens: number }[], room: number): number {
  const from = newestWithin(units, room);
  const turn = units.findIndex(
    ({ items: [first] }, index) => index >= from && first !== undefined && isByPerson(first.message),
  );
  return turn > 0 && tokensOf(units.slice(turn)) >= tokensOf(units.slice(from)) / 2 ? turn : from;
}

function fitHead(older: readonly SizedItem[], keepFrom: string, budget: number, headFor: HeadFor) {
  for (let bound = budget * HEAD_SHARE; ; bound /= 2) {
    const words = headFor(older, keepFrom, bound);
    const tokens = estimateMessage(headMessage(words.summary, words.pinned));
    if (tokens <= budget * HEAD_SHARE) return { words, tokens };
    if (bound < 20) {
      const least = { summary: 'Older messages were left out.', pinned: '' };
      return { words: least, tokens: estimateMessage(headMessage(least.summary, '')) };
    }
  }
}

/** Cuts texts shorter and shorter, then keeps fewer and fewer calls of a step that made very many. */
function cutToFit(kept: readonly SizedItem[], room: number): SizedItem[] {
  const most = Math.max(
    1,
    ...kept.map(({ message }) => (message.role === 'assistant' ? callsOf(message.content).length : 0)),
  );
  let cut = [...kept];
  for (let calls = most; ; calls = Math.floor(calls / 2)) {
    for (let length = Math.max(LEAST_TEXT, room * 2); length >= LEAST_TEXT; length /= 2) {
      cut = cutItems(kept, Math.floor(length), Math.max(1, calls));
      if (tokensOf(cut) <= room) return cut;
    }
    if (calls <= 1) return keepLastWords(cut, room);
  }
}

/** Drops the oldest messages of the user and coder first. */
function keepLastWords(cut: readonly SizedItem[], room: number): SizedItem[] {
  let total = tokensOf(cut);
  return cut.map((item, index) => {
    const { role } = item.message;
    if (total <= room || index === cut.length - 1 || role === 'assistant' || role === 'tool') return item;
    total -= item.tokens;
    return { id: item.id, message: GONE, tokens: 0 };
  });
}

function cutItems(kept: readonly SizedItem[], length: number, calls: number): SizedItem[] {
  const live = new Set<string>();
  const cut = kept.map(({ id, message }) => {
    const fewer = keepLastCalls(message, calls);
    if (fewer.role === 'assistant') for (const call of callsOf(fewer.content)) live.add(call.id);
    const isOrphan = fewer.role === 'tool' && !live.has(fewer.callId);
    return { id, message: isOrphan ? GONE : cutTexts(fewer, length) };
  });
  return cut.map((item) => ({ ...item, tokens: estimateMessage(item.message) }));
}
