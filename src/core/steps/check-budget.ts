/** Before each model call: whether the session may still spend what it would cost. */

import { formatMoney } from '../../log/budget.ts';
import { costOf } from '../../log/spending.ts';
import type { TurnState } from '../../protocol/turn.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';

const WARN_AT = 0.8;

interface Account {
  limit: number;
  spent: number;
  /** What the next request would add. */
  next: number;
  show(amount: number): string;
}

/** On the limit the turn pauses: nothing is lost, and a higher budget lets the next prompt continue. */
export function checkBudget(state: TurnState, live: LiveSession, engine: Engine): TurnState {
  const { meter } = live;
  const { money, tokens, minutes } = meter.budget;
  if (money === undefined && tokens === undefined && minutes === undefined) return state;
  for (const { limit, spent, next, show } of accountsOf(state.model, live, engine)) {
    if (spent + next > limit || spent >= limit) {
      const about = next > 0 ? `; the next request would take about ${show(next)}` : '';
      const error = `Budget reached: ${show(spent)} of ${show(limit)} spent${about}. All is kept: raise it with /budget and say "go on".`;
      return { ...state, calls: [], stop: 'budget', error };
    }
    if (spent < limit * WARN_AT || !meter.firstTime(`80% ${limit}`)) continue;
    engine.person.emit({
      type: 'notice',
      level: 'warn',
      view: { title: `${show(spent)} of the budget of ${show(limit)} is spent.` },
    });
  }
  return state;
}

function accountsOf(model: string, live: LiveSession, engine: Engine): Account[] {
  const { meter, outgoing } = live;
  const { money, tokens, minutes } = meter.budget;
  const spent = meter.spent(Date.now());
  const input = outgoing.size().tokens;
  const price = meter.price(model);
  const accounts: Account[] = [];
  if (tokens !== undefined) {
    const show = (amount: number) => `${Math.round(amount).toLocaleString('en')} tokens`;
    accounts.push({ limit: tokens, spent: spent.tokens, next: input + spent.usualOutput, show });
  }
  if (minutes !== undefined) {
    const show = (amount: number) => `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} m`;
    accounts.push({ limit: minutes, spent: spent.minutes, next: 0, show });
  }
  if (money !== undefined && price) {
    const next = costOf({ input, output: spent.usualOutput, cached: 0 }, price);
    accounts.push({ limit: money, spent: spent.money, next, show: formatMoney });
  } else if (money !== undefined && meter.firstTime(`price of ${model}`)) {
    const title = `The price of ${model} is not known: a budget in money cannot count it. Set one in tokens or minutes.`;
    engine.person.emit({ type: 'notice', level: 'warn', view: { title } });
  }
  return accounts;
}
