/** What models cost, and what a session may spend when it begins. */

import { parseBudget, stricterBudget } from '../log/budget.ts';
import { settingOf } from '../log/fold.ts';
import type { Entry } from '../protocol/session.ts';
import type { Budget, Price } from '../protocol/spending.ts';
import { modelFacts } from '../providers/catalogue/models.ts';
import { configuredModel } from './configured-model.ts';
import type { AppSettings } from './load-app-settings.ts';

export function priceOf(model: string, settings: AppSettings['settings']): Price | undefined {
  if (model === 'offline') return { input: 0, cached: 0, output: 0 };
  return configuredModel(model, settings)?.price ?? modelFacts(model).price;
}

/** The log lies in the workspace, and a repository could have shipped it: it may lower a limit, never lift it. */
export function budgetAtStart(entries: readonly Entry[], { settings, origins }: AppSettings): Budget {
  const configured = parseBudget(settings.budget ?? 'off') ?? {};
  if (origins.get('budget')?.source === 'flag') return configured;
  return stricterBudget(configured, parseBudget(settingOf(entries, 'budget') ?? 'off') ?? {});
}
