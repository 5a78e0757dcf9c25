/** What commands may do to the context and the budget. */

import { newId } from '../../base/ids.ts';
import { formatBudget } from '../../log/budget.ts';
import { undoneOf } from '../../log/sent.ts';
import type { CommandContext } from '../../protocol/command.ts';
import { reportContext } from '../report-context.ts';
import type { Services } from '../services.ts';

type Controls = Pick<
  CommandContext,
  'context' | 'compact' | 'undoCompaction' | 'pin' | 'price' | 'budget' | 'setBudget'
>;

export function contextControls(model: string, services: Services, signal: AbortSignal): Controls {
  const { session, outgoing, meter } = services;
  return {
    context: { ...outgoing.size(), limit: services.contextLimit(model) },
    price: meter.price,
    budget: meter.budget,
    async setBudget(budget) {
      meter.setBudget(budget);
      await session.append({ type: 'setting', key: 'budget', value: formatBudget(budget) });
    },
    async compact(focus) {
      const { makeRoom } = await import('../compaction.ts');
      const report = await makeRoom({ model, why: 'command', focus }, services, signal);
      if (report.status === 'done' && outgoing.isManual()) await setCompaction('auto');
      return report;
    },
    async undoCompaction() {
      const undone = undoneOf(session.entries);
      const last = session.entries.findLast(({ type, id }) => type === 'compaction' && !undone.has(id));
      if (!last) return false;
      await session.append({ type: 'compaction-undo', of: last.id });
      await setCompaction('manual'); // or the next request would do it again
      reportContext(model, services);
      return true;
    },
    async pin(text) {
      const turn = newId('turn');
      const message = { role: 'note', text, audience: 'both', pinned: true } as const;
      await session.append({ type: 'message', turn, prompt: turn, message });
    },
  };

  async function setCompaction(value: 'auto' | 'manual'): Promise<void> {
    await session.append({ type: 'setting', key: 'compaction', value });
  }
}
