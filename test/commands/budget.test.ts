import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBudget, parseBudget, stricterBudget } from '../../src/log/budget.ts';
import type { Budget } from '../../src/protocol/spending.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

test('PRV-8 a budget is an amount of money, tokens or minutes, or several of these', () => {
  const cases: [string, Budget | undefined][] = [
    ['$2', { money: 2 }],
    ['$ 0.50', { money: 0.5 }],
    ['500k tokens', { tokens: 500_000 }],
    ['500k', { tokens: 500_000 }],
    ['1.5M tokens', { tokens: 1_500_000 }],
    ['1200 tokens', { tokens: 1200 }],
    ['30m', { minutes: 30 }],
    ['1.5 hours', { minutes: 90 }],
    ['$2, 30 min', { money: 2, minutes: 30 }],
    ['off', {}],
    ['', undefined],
    ['2', undefined],
    ['$0', undefined],
    ['-5m', undefined],
    ['$2 or so', undefined],
  ];
  for (const [text, budget] of cases) assert.deepEqual(parseBudget(text), budget, text);
  for (const [text, budget] of cases)
    if (budget && text !== 'off') assert.deepEqual(parseBudget(formatBudget(budget)), budget, text);
  assert.deepEqual(stricterBudget({ money: 2, tokens: 5 }, { money: 3, minutes: 1 }), {
    money: 2,
    tokens: 5,
    minutes: 1,
  });
});

test('PRV-8 /budget shows, sets and lifts the limit, and explains input it cannot read', async () => {
  const set: Budget[] = [];
  const context = commandContext([], {
    budget: { limits: { money: 2 }, set: async (budget) => void set.push(budget) },
  });
  assert.deepEqual(await runCommand('budget', '$5, 500k tokens', context), { title: 'budget: $5, 500k tokens' });
  assert.deepEqual(await runCommand('budget', 'off', context), { title: 'budget: none' });
  assert.match(JSON.stringify(await runCommand('budget', 'much', context)), /is not a budget\. Write it as \$2/);
  assert.match(JSON.stringify(await runCommand('budget', '', context)), /budget: \$2\. Spent: \$0\.00, 0 tokens, 0 m/);
  assert.deepEqual(set, [{ money: 5, tokens: 500_000 }, {}]);
});
