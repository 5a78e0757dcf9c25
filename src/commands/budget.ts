/** `/budget [LIMIT|off]`: shows or sets what this session may spend. */

import { formatBudget, formatMoney, parseBudget } from '../log/budget.ts';
import { costOf, spendingOf, tokensOf } from '../log/spending.ts';
import { defineCommand } from '../protocol/command.ts';
import type { Budget } from '../protocol/spending.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'budget',
  async run(args, { entries, budget, setBudget, price, lang }) {
    const say = answersIn(lang);
    const limits = (wanted: Budget) => (Object.keys(wanted).length > 0 ? formatBudget(wanted) : say.noBudget);
    if (args !== '') {
      const wanted = parseBudget(args);
      if (!wanted) return { problem: { title: say.notABudget(args) } };
      await setBudget(wanted);
      return { title: say.budget(limits(wanted)) };
    }
    const spending = spendingOf(entries);
    const money = [...spending.byModel].reduce((sum, [model, usage]) => {
      const known = price(model);
      return known ? sum + costOf(usage, known) : sum;
    }, 0);
    const minutes = Math.round(spending.workedMs / 6000) / 10;
    const tokens = tokensOf(spending).toLocaleString('en');
    return { title: say.spent(limits(budget), formatMoney(money), tokens, minutes) };
  },
});
