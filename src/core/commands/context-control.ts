/** What commands may do to what is sent to the model. */

import { newId } from '../../base/ids.ts';
import { undoneOf } from '../../log/sent.ts';
import type { ContextControl } from '../../protocol/command.ts';
import { reportContext } from '../report-context.ts';
import type { Services } from '../services.ts';

export function contextControl(model: string, services: Services, signal: AbortSignal): ContextControl {
  const { session, outgoing } = services;
  return {
    size: { ...outgoing.size(), limit: services.contextLimit(model) },
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
