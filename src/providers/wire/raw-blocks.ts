/** A provider's own blocks beside the message they belong to: the order they came in, and data that only that provider can read. */

import { isPlainObject } from '../../base/schema.ts';
import { type AssistantMessage, callsOf, type ToolCall, textOf } from '../../protocol/message.ts';
import { isNestedDeeper } from './check-arguments.ts';

type Extra = Record<string, unknown>;

/** Text and calls are in the message itself and are only counted here. */
type RawBlock =
  | { text: number; with?: Extra }
  /** Position among the calls of the message. */
  | { call: number; with?: Extra }
  | { own: Extra };

/** A message in the order in which it came. */
type LaidBlock =
  | { type: 'text'; text: string; extra: Extra }
  | { type: 'call'; call: ToolCall; extra: Extra }
  | { type: 'own'; block: Extra };

interface RawBlocks {
  /** Adds text; adjacent text is merged. */
  text(length: number): void;
  /** Adds the next call. */
  call(extra?: Extra): void;
  /** Adds a block that is sent back as it came. */
  own(block: Extra): void;
  /** Attaches data to the block that came last. */
  mark(extra: Extra): void;
  /** `undefined` if the message alone is sufficient. */
  list(): readonly RawBlock[] | undefined;
}

const MAX_BLOCKS = 2_000;

export function createRawBlocks(): RawBlocks {
  const blocks: RawBlock[] = [];
  let calls = 0;
  const add = (block: RawBlock): void => {
    if (blocks.length < MAX_BLOCKS && !isNestedDeeper(block)) blocks.push(block);
  };
  return {
    text(length) {
      const last = blocks.at(-1);
      if (length === 0) return;
      if (last && 'text' in last && !last.with) last.text += length;
      else add({ text: length });
    },
    call(extra) {
      add({ call: calls++, ...(extra && { with: extra }) });
    },
    own: (block) => add({ own: block }),
    mark(extra) {
      const last = blocks.at(-1);
      if (last && !('own' in last) && !isNestedDeeper(extra)) last.with = { ...last.with, ...extra };
    },
    list: () => (blocks.some((block) => 'own' in block || block.with) ? blocks : undefined),
  };
}

/** The blocks of `protocol` in their places, without those of other providers and without unsigned thinking. */
export function layOut(message: AssistantMessage, protocol: string): LaidBlock[] {
  const text = textOf(message.content);
  const calls = callsOf(message.content);
  const blocks = message.raw?.protocol === protocol ? readBlocks(message.raw.blocks) : [];
  const counted = blocks.reduce((sum, block) => sum + ('text' in block ? block.text : 0), 0);
  // The text was shortened since, or cut off and marked: all of it is placed where it began.
  const whole = counted !== text.length;
  const laid: LaidBlock[] = [];
  const placed = new Set<number>();
  let at = 0;
  for (const block of blocks) {
    if ('own' in block) laid.push({ type: 'own', block: block.own });
    else if ('text' in block) {
      const end = whole ? text.length : at + block.text;
      if (end > at) laid.push({ type: 'text', text: text.slice(at, end), extra: block.with ?? {} });
      at = end;
    } else {
      const call = calls[block.call];
      if (call && !placed.has(block.call)) laid.push({ type: 'call', call, extra: block.with ?? {} });
      placed.add(block.call);
    }
  }
  if (at < text.length) {
    const behind = laid.findLastIndex(({ type }) => type === 'own') + 1;
    laid.splice(behind, 0, { type: 'text', text: text.slice(at), extra: {} });
  }
  for (const [index, call] of calls.entries()) if (!placed.has(index)) laid.push({ type: 'call', call, extra: {} });
  return laid;
}

/** Validates the blocks, because a log may have been written by hand. */
function readBlocks(value: unknown): RawBlock[] {
  if (!Array.isArray(value)) return [];
  return value.filter((block): block is RawBlock => {
    if (!isPlainObject(block)) return false;
    if (block['with'] !== undefined && !isPlainObject(block['with'])) return false;
    return isPlainObject(block['own']) || isCount(block['text']) || isCount(block['call']);
  });
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
