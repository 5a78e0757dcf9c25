/** A session's limit in money, tokens or minutes: parsed from `$2`, `500k tokens`, `30m`, and formatted. */

import type { Budget } from '../protocol/spending.ts';

const MONEY = /^\$\s*(\d+(?:\.\d+)?)$/;
const TOKENS = /^(\d+(?:\.\d+)?)\s*(?:(k)|([km]?)\s*tokens?)$/i;
const MINUTES = /^(\d+(?:\.\d+)?)\s*(m|min|minutes?|h|hours?)$/i;

/** Parses limits separated by commas: `$2, 30m`. `undefined` if a part cannot be parsed; an empty budget for `off`. */
export function parseBudget(text: string): Budget | undefined {
  if (/^(off|none)$/i.test(text.trim())) return {};
  const budget: Budget = {};
  const parts = text
    .split(/,|\+|\band\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const part of parts) {
    const money = MONEY.exec(part);
    const tokens = TOKENS.exec(part);
    const minutes = MINUTES.exec(part);
    if (money) budget.money = Number(money[1]);
    else if (tokens) budget.tokens = Math.round(Number(tokens[1]) * scaleOf(tokens[2] ?? tokens[3] ?? ''));
    else if (minutes) budget.minutes = Number(minutes[1]) * (minutes[2]?.toLowerCase().startsWith('h') ? 60 : 1);
    else return undefined;
  }
  const amounts = Object.values(budget);
  return amounts.length > 0 && amounts.every((amount) => amount > 0) ? budget : undefined;
}

/** The form that `parseBudget` reads. */
export function formatBudget({ money, tokens, minutes }: Budget): string {
  const parts = [
    ...(money === undefined ? [] : [`$${money}`]),
    ...(tokens === undefined ? [] : [tokens % 1000 === 0 ? `${tokens / 1000}k tokens` : `${tokens} tokens`]),
    ...(minutes === undefined ? [] : [`${minutes} m`]),
  ];
  return parts.join(', ') || 'none';
}

/** With cents, or four decimals for a small amount. */
export function formatMoney(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 4 : 2)}`;
}

function scaleOf(suffix: string): number {
  if (suffix === '') return 1;
  return suffix.toLowerCase() === 'k' ? 1_000 : 1_000_000;
}

/** The lower limit of each kind. */
export function stricterBudget(a: Budget, b: Budget): Budget {
  const result: Budget = { ...a };
  for (const key of ['money', 'tokens', 'minutes'] as const) {
    const limit = b[key];
    if (limit !== undefined) result[key] = Math.min(limit, a[key] ?? limit);
  }
  return result;
}
