/** Lets commands change what is sent to the model: compact, undo a compaction, pin. */

import { undoneOf } from '../../log/sent.ts';
import type { ContextControl } from '../../protocol/command.ts';
import type { Conversation } from '../conversation.ts';
import { expectBase } from '../expect-context.ts';
import { logNote } from '../log-note.ts';
import { reportContext } from '../report-context.ts';

export function contextControl(
  { engine, inUse }: Pick<Conversation, 'engine' | 'inUse'>,
  signal: AbortSignal,
): ContextControl {
  const { live, model } = inUse.now;
  const { log, outgoing } = live;
  return {
    async size() {
      await expectBase({ engine, inUse }).catch(() => {}); // the first turn hits the error and reports it
      return { ...outgoing.size(), limit: engine.models.window(model) };
    },
    async compact(focus) {
      const { makeRoom } = await import('../compaction.ts');
      const report = await makeRoom({ model, why: 'command', focus }, live, engine, signal);
      if (report.status === 'done' && outgoing.isManual()) await logCompaction('auto');
      return report;
    },
    async undoCompaction() {
      const undone = undoneOf(log.entries);
      const last = log.entries.findLast(({ type, id }) => type === 'compaction' && !undone.has(id));
      if (!last) return false;
      await log.append({ type: 'compaction-undo', of: last.id });
      await logCompaction('manual'); // or the next request would compact again
      reportContext(model, live, engine);
      return true;
    },
    pin: (text) => logNote(log, { text, audience: 'both', pinned: true }),
    secrets: engine.secrets.names,
  };

  async function logCompaction(value: 'auto' | 'manual'): Promise<void> {
    await log.append({ type: 'setting', key: 'compaction', value });
  }
}
