/** Checks before each model call whether the session's budget covers it. */

import { formatMoney } from '../../log/budget.ts';
import { costOf } from '../../log/spending.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { NO_CALLS, type TurnState } from '../turn-state.ts';

const WARN_AT = 0.8;

interface Account {
  limit: number;
  spent: number;
  /** What the next request would add. */
  next: number;
  show(amount: number): string;
}

/** At the limit the turn pauses: nothing is lost, and with a higher budget the next prompt continues. */
export function checkBudget(state: TurnState, live: LiveSession, engine: Engine): TurnState {
  const { meter } = live;
  const { turn: say } = engine.words;
  const { money, tokens, minutes } = meter.budget;
  if (money === undefined && tokens === undefined && minutes === undefined) return state;
  for (const { limit, spent, next, show } of accountsOf(state.fixed.model, live, engine)) {
    if (spent + next > limit || spent >= limit) {
      const { attended } = engine.settings.approval;
      const error = say.budgetReached(show(spent), show(limit), next > 0 ? show(next) : undefined, attended);
      return { ...state, reply: NO_CALLS, stop: 'budget', error };
    }
    if (spent < limit * WARN_AT || !meter.firstTime(`80% ${limit}`)) continue;
    engine.person.emit({
      type: 'notice',
      level: 'warn',
      view: { title: say.budgetWarning(show(spent), show(limit)) },
    });
  }
  return state;
}

function accountsOf(model: string, live: LiveSession, engine: Engine): Account[] {
  const { log, meter, outgoing } = live;
  const { turn: say } = engine.words;
  const { money, tokens, minutes } = meter.budget;
  const spent = meter.spent(log.now());
  const input = outgoing.size().tokens;
  const price = meter.price(model);
  const accounts: Account[] = [];
  if (tokens !== undefined) {
    const show = (amount: number) => say.tokens(Math.round(amount).toLocaleString('en'));
    accounts.push({ limit: tokens, spent: spent.tokens, next: input + spent.usualOutput, show });
  }
  if (minutes !== undefined) {
    const show = (amount: number) => say.minutes(amount < 10 ? amount.toFixed(1) : String(Math.round(amount)));
    accounts.push({ limit: minutes, spent: spent.minutes, next: 0, show });
  }
  if (money !== undefined && price) {
    const next = costOf({ input, output: spent.usualOutput, cached: 0 }, price);
    accounts.push({ limit: money, spent: spent.money, next, show: formatMoney });
  } else if (money !== undefined && meter.firstTime(`price of ${model}`)) {
    const title = say.priceUnknown(model);
    engine.person.emit({ type: 'notice', level: 'warn', view: { title } });
  }
  return accounts;
}
