/** `/cost`, `/usage`: the session's tokens and money by model, and how full the context is. */

import { formatBudget, formatMoney } from '../log/budget.ts';
import { costOf, moneyOf, spendingOf, tokensOf } from '../log/spending.ts';
import type { Usage } from '../protocol/message.ts';
import type { Price } from '../protocol/spending.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';

const words = defineWords({
  en: {
    noUsage: 'No model call has reported its usage yet.',
    contextFill: (tokens: string, limit: string) => `context: ${tokens} of ${limit} tokens`,
    usageTotal: (tokens: string, money: string) => `${tokens} tokens, ${money}`,
    usageOf: (model: string, input: string, cached: string, output: string, money: string) =>
      `${model}: ${input} in (${cached} from cache), ${output} out, ${money}`,
  },
  'zh-CN': {
    noUsage: '还没有模型调用报告用量。',
    contextFill: (tokens, limit) => `上下文：${tokens} / ${limit} tokens`,
    usageTotal: (tokens, money) => `共 ${tokens} tokens，${money}`,
    usageOf: (model, input, cached, output, money) =>
      `${model}：输入 ${input}（缓存 ${cached}），输出 ${output}，${money}`,
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'cost',
  words,
  async run(_args, { session, context, budget }, say) {
    const { limits, price } = budget;
    const spending = spendingOf(session.entries);
    const models = [...spending.byModel];
    const { tokens, estimated, limit } = await context.size();
    const filled = say.contextFill(`${estimated ? '~' : ''}${count(tokens)}`, count(limit));
    const allowed = Object.keys(limits).length > 0 ? [say.budget(formatBudget(limits))] : [];
    if (models.length === 0) {
      return {
        title: say.noUsage,
        body: [{ type: 'list', items: [filled, ...allowed] }],
      };
    }
    const rows = models.map(([model, usage]) => rowOf(model, usage, price(model), say));
    const title = say.usageTotal(count(tokensOf(spending)), moneyText(moneyOf(spending.byModel, price), say));
    return { title, body: [{ type: 'list', items: [...rows, filled, ...allowed] }] };
  },
});

function rowOf(model: string, usage: Usage, price: Price | undefined, say: Say): string {
  const { input, output, cached } = usage;
  const money = price ? formatMoney(costOf(usage, price)) : say.priceUnknown;
  return say.usageOf(model, count(input), count(cached), count(output), money);
}

/** A sum in which no price is known is not a sum. */
export function moneyText({ money, isLeast }: { money: number; isLeast: boolean }, say: CommandWords): string {
  return isLeast && money === 0 ? say.priceUnknown : say.moneySpent(formatMoney(money), isLeast);
}

function count(tokens: number): string {
  return tokens.toLocaleString('en');
}
