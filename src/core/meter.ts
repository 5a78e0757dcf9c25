/** What the session has spent, kept up to date with its log, and what it may spend. One pot for it and its sub-agents. */

import { followLog } from '../log/follow-log.ts';
import { addSpending, costOf, NO_SPENDING, tokensOf } from '../log/spending.ts';
import type { Entry } from '../protocol/session.ts';
import type { Budget, Price } from '../protocol/spending.ts';

export interface Meter {
  spent(now: number): Spent;
  readonly budget: Budget;
  setBudget(budget: Budget): void;
  price(model: string): Price | undefined;
  /** Each of these is said once for a budget. */
  firstTime(what: string): boolean;
}

interface Spent {
  /** US dollars, of the models whose price is known. */
  money: number;
  /** The price of a model is not known. */
  isLeast: boolean;
  tokens: number;
  minutes: number;
  /** Tokens that an answer took on average. */
  usualOutput: number;
}

const FIRST_GUESS = 500;

export function createMeter(
  entries: readonly Entry[],
  price: (model: string) => Price | undefined,
  opening: Budget,
): Meter {
  const followed = followLog(entries, NO_SPENDING, addSpending);
  let budget = opening;
  let said = new Set<string>();

  let counted = NO_SPENDING;
  let paid = paidFor(counted);

  function paidFor(spending: typeof NO_SPENDING): Omit<Spent, 'minutes'> {
    const { byModel, calls } = spending;
    let [money, output, isLeast] = [0, 0, false];
    for (const [model, usage] of byModel) {
      const known = price(model);
      if (known) money += costOf(usage, known);
      else isLeast = true;
      output += usage.output;
    }
    const usualOutput = calls > 0 ? Math.round(output / calls) : FIRST_GUESS;
    return { money, isLeast, tokens: tokensOf(spending), usualOutput };
  }

  return {
    price,
    spent(now) {
      const spending = followed();
      if (spending !== counted) [counted, paid] = [spending, paidFor(spending)];
      const { workedMs, runningSince = now } = spending;
      return { ...paid, minutes: (workedMs + now - runningSince) / 60_000 };
    },
    get budget() {
      return budget;
    },
    setBudget(next) {
      budget = next;
      said = new Set();
    },
    firstTime(what) {
      if (said.has(what)) return false;
      said.add(what);
      return true;
    },
  };
}
