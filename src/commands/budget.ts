/** `/budget [LIMIT|off]`: shows or sets how much this session may spend. */

import { formatBudget, parseBudget } from '../log/budget.ts';
import { moneyOf, spendingOf, tokensOf } from '../log/spending.ts';
import type { Budget } from '../protocol/spending.ts';
import { defineCommand } from './command.ts';
import { moneyText } from './cost.ts';

export default defineCommand({
  name: 'budget',
  words: {
    en: { noBudget: 'none' },
    'zh-CN': { noBudget: '不限' },
  },
  async run(args, { session, budget }, say) {
    const shown = (limits: Budget) => (Object.keys(limits).length > 0 ? formatBudget(limits) : say.noBudget);
    if (args !== '') {
      const wanted = parseBudget(args);
      if (!wanted) return { problem: { title: say.notABudget(args) } };
      await budget.set(wanted);
      return { title: say.budget(shown(wanted)) };
    }
    const spending = spendingOf(session.entries);
    const money = moneyText(moneyOf(spending.byModel, budget.price), say);
    const minutes = Math.round(spending.workedMs / 6000) / 10;
    const tokens = tokensOf(spending).toLocaleString('en');
    return { title: say.spent(shown(budget.limits), money, tokens, minutes) };
  },
});
