/** The cost of a session, if all prices are known: the spending in its log, plus every new message. */

import type { AppSettings } from '../../app/load-app-settings.ts';
import { priceOf } from '../../app/models/models.ts';
import { moneyOf, spendingOf } from '../../log/spending.ts';
import { addUsage, type Message, NO_USAGE, type Usage } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';

export interface Costs {
  add(message: Message): void;
  /** In dollars. `undefined` if nothing was spent yet, or a price is unknown. */
  total(): number | undefined;
}

export function createCosts(entries: readonly Entry[], settings: AppSettings['settings']): Costs {
  const spent = new Map<string, Usage>(spendingOf(entries).byModel);
  return {
    add(message) {
      if (message.role !== 'assistant' || !message.usage) return;
      spent.set(message.model, addUsage(spent.get(message.model) ?? NO_USAGE, message.usage));
    },
    total() {
      const { money, isLeast } = moneyOf(spent, (model) => priceOf(model, settings));
      return spent.size === 0 || isLeast ? undefined : money;
    },
  };
}
