/** `/cost`, `/usage`: tokens and money of the session by model, and how full the context is. */

import { formatBudget, formatMoney } from '../protocol/budget.ts';
import { defineCommand } from '../protocol/command.ts';
import type { Usage } from '../protocol/message.ts';
import type { Price } from '../protocol/spending.ts';
import { costOf, spendingOf, tokensOf } from '../protocol/spending.ts';

export default defineCommand({
  name: 'cost',
  async run(_args, { entries, price, context, budget }) {
    const spending = spendingOf(entries);
    const models = [...spending.byModel];
    const { tokens, estimated, limit } = context;
    const filled = `context: ${estimated ? '~' : ''}${count(tokens)} of ${count(limit)} tokens`;
    const limits = Object.keys(budget).length > 0 ? [`budget: ${formatBudget(budget)}`] : [];
    if (models.length === 0) {
      return {
        title: 'No model call has reported its usage yet.',
        body: [{ type: 'list', items: [filled, ...limits] }],
      };
    }
    const rows = models.map(([model, usage]) => rowOf(model, usage, price(model)));
    const total = models.reduce((sum, [model, usage]) => sum + moneyOf(usage, price(model)), 0);
    const unknown = models.some(([model]) => !price(model));
    const title = `${count(tokensOf(spending))} tokens, ${unknown ? 'at least ' : ''}${formatMoney(total)}`;
    return { title, body: [{ type: 'list', items: [...rows, filled, ...limits] }] };
  },
});

function rowOf(model: string, usage: Usage, price: Price | undefined): string {
  const { input, output, cached } = usage;
  const money = price ? formatMoney(costOf(usage, price)) : 'price not known';
  return `${model}: ${count(input)} in (${count(cached)} from cache), ${count(output)} out, ${money}`;
}

function moneyOf(usage: Usage, price: Price | undefined): number {
  return price ? costOf(usage, price) : 0;
}

function count(tokens: number): string {
  return tokens.toLocaleString('en');
}
