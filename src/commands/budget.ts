/** `/budget [LIMIT|off]`: shows or sets what this session may spend. */

import { BUDGET_HINT, formatBudget, formatMoney, parseBudget } from '../protocol/budget.ts';
import { defineCommand } from '../protocol/command.ts';
import { costOf, spendingOf, tokensOf } from '../protocol/spending.ts';

export default defineCommand({
  name: 'budget',
  async run(args, { entries, budget, setBudget, price }) {
    if (args !== '') {
      const wanted = parseBudget(args);
      if (!wanted) return { problem: { title: `"${args}" is no budget. ${BUDGET_HINT}` } };
      await setBudget(wanted);
      return { title: `budget: ${formatBudget(wanted)}` };
    }
    const spending = spendingOf(entries);
    const money = [...spending.byModel].reduce((sum, [model, usage]) => {
      const known = price(model);
      return known ? sum + costOf(usage, known) : sum;
    }, 0);
    const minutes = Math.round(spending.workedMs / 6000) / 10;
    const spent = `${formatMoney(money)}, ${tokensOf(spending).toLocaleString('en')} tokens, ${minutes} m`;
    return { title: `budget: ${formatBudget(budget)}. Spent: ${spent}. ${BUDGET_HINT}` };
  },
});
