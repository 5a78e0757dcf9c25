/** `/redo`: takes the last undo back. */

import { defineCommand } from '../protocol/command.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'redo',
  async run(_args, { undo, tell }) {
    const report = undo ? await (await undo()).redo() : undefined;
    const [turn] = report?.turns ?? [];
    if (!report || !turn) return { title: 'Nothing to redo: nothing was undone, or other changes came after it.' };
    const done = turn.files.filter(({ refused }) => refused === undefined);
    if (done.length === 0) return undoView('Nothing was redone: every file is refused.', report, VERBS);
    await tell(
      `The user put your changes to ${done
        .map(({ path }) => path)
        .slice(0, 20)
        .join(', ')} back in place.`,
    );
    return undoView(`Redone: ${done.length === 1 ? '1 file' : `${done.length} files`}.`, report, VERBS);
  },
});

const VERBS = { remove: 'removed again', restore: 'made again', change: 'changed again' };
