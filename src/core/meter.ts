/** The session's spending, kept up to date with its log, and its budget; shared by the session and its sub-agents. */

import { followLog } from '../log/follow-log.ts';
import { addSpending, type Money, moneyOf, NO_SPENDING, tokensOf } from '../log/spending.ts';
import type { Entry } from '../protocol/session.ts';
import type { Budget, Price } from '../protocol/spending.ts';

export interface Meter {
  spent(now: number): Spent;
  readonly budget: Budget;
  setBudget(budget: Budget): void;
  price(model: string): Price | undefined;
  /** True the first time it is called with `what` under the current budget, so that each warning is shown once. */
  firstTime(what: string): boolean;
}

interface Spent extends Money {
  tokens: number;
  minutes: number;
  /** Average number of tokens per answer. */
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
    let output = 0;
    for (const usage of byModel.values()) output += usage.output;
    const usualOutput = calls > 0 ? Math.round(output / calls) : FIRST_GUESS;
    return { ...moneyOf(byModel, price), tokens: tokensOf(spending), usualOutput };
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
