/** What a session has spent so far, in tokens by model and in time: a fold over its log. */

import { addUsage, NO_USAGE, type Usage } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import type { Price } from '../protocol/spending.ts';

export interface Spending {
  byModel: ReadonlyMap<string, Usage>;
  /** Number of model calls that reported their usage. */
  calls: number;
  /** Time spent in turns that have ended. */
  workedMs: number;
  /** When the running turn began; absent if none is running. */
  runningSince?: number;
}

export const NO_SPENDING: Spending = { byModel: new Map(), calls: 0, workedMs: 0 };

export function addSpending(spending: Spending, entry: Entry): Spending {
  switch (entry.type) {
    case 'message': {
      const { message, at } = entry;
      if (message.role === 'user' && spending.runningSince === undefined) return { ...spending, runningSince: at };
      if (message.role !== 'assistant' || !message.usage) return spending;
      return spend(spending, message.model, message.usage);
    }
    case 'compaction':
      return entry.model !== undefined && entry.usage ? spend(spending, entry.model, entry.usage) : spending;
    case 'usage':
      return spend(spending, entry.model, entry.usage);
    case 'start': // the previous process may have ended in the middle of a turn
      return { ...spending, runningSince: undefined };
    case 'turn-end':
      if (spending.runningSince === undefined) return spending;
      return { ...spending, workedMs: spending.workedMs + entry.at - spending.runningSince, runningSince: undefined };
    default:
      return spending;
  }
}

export function spendingOf(entries: readonly Entry[]): Spending {
  return entries.reduce(addSpending, NO_SPENDING);
}

export function tokensOf({ byModel }: Spending): number {
  let sum = 0;
  for (const { input, output } of byModel.values()) sum += input + output;
  return sum;
}

export function costOf({ input, output, cached }: Usage, price: Price): number {
  return ((input - cached) * price.input + cached * price.cached + output * price.output) / 1_000_000;
}

export interface Money {
  /** US dollars, counting only models whose price is known. */
  money: number;
  /** True if `money` is a lower bound because some model's price is unknown. */
  isLeast: boolean;
}

export function moneyOf(byModel: Spending['byModel'], priceOf: (model: string) => Price | undefined): Money {
  let [money, isLeast] = [0, false];
  for (const [model, usage] of byModel) {
    const price = priceOf(model);
    if (price) money += costOf(usage, price);
    else isLeast = true;
  }
  return { money, isLeast };
}

function spend(spending: Spending, model: string, usage: Usage): Spending {
  const sum = addUsage(spending.byModel.get(model) ?? NO_USAGE, usage);
  return { ...spending, byModel: new Map(spending.byModel).set(model, sum), calls: spending.calls + 1 };
}
