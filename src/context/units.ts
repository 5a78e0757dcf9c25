/** Splits a conversation where it may be cut: a call and its results form one unit, every other message is its own. */

import type { Message } from '../protocol/message.ts';

interface Sized {
  message: Message;
  tokens: number;
}

export interface Unit<Item extends Sized> {
  items: Item[];
  tokens: number;
}

export function unitsOf<Item extends Sized>(items: readonly Item[]): Unit<Item>[] {
  const units: Unit<Item>[] = [];
  let calling: Unit<Item> | undefined;
  for (const item of items) {
    const { role } = item.message;
    if (role === 'tool' && calling) {
      join(calling, item);
      continue;
    }
    const unit: Unit<Item> = { items: [item], tokens: item.tokens };
    units.push(unit);
    if (role === 'assistant') calling = unit;
    else if (role === 'user' && calling) calling = continued(units, calling);
  }
  return units;
}

/** The index of the first of the newest units that together take up to `room` tokens; the last one always counts. */
export function newestWithin(units: readonly { tokens: number }[], room: number): number {
  let from = Math.max(0, units.length - 1);
  let kept = units[from]?.tokens ?? 0;
  for (const { tokens } of units.slice(0, from).toReversed()) {
    if (kept + tokens > room) break;
    from--;
    kept += tokens;
  }
  return from;
}

/** A message that steered in between a call and its result belongs to their unit, because the result still follows. */
function continued<Item extends Sized>(units: Unit<Item>[], calling: Unit<Item>): Unit<Item> | undefined {
  const answered = new Set(calling.items.flatMap(({ message }) => (message.role === 'tool' ? [message.callId] : [])));
  const [first] = calling.items;
  const open =
    first?.message.role === 'assistant' &&
    first.message.content.some((part) => part.type === 'call' && !answered.has(part.call.id));
  if (!open) return undefined;
  const steered = units.pop();
  for (const item of steered?.items ?? []) join(calling, item);
  return calling;
}

function join<Item extends Sized>(unit: Unit<Item>, item: Item): void {
  unit.items.push(item);
  unit.tokens += item.tokens;
}
