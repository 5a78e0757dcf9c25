/** `/redo`: reverts the last undo. */

import { defineCommand } from './command.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'redo',
  async run(_args, { files, tellModel, say }) {
    const report = await files.redo();
    const [turn] = report.turns;
    if (!turn) return { title: say.nothingToRedo };
    const done = turn.files.filter(({ refused }) => refused === undefined);
    if (done.length === 0) return undoView(say.redoRefused, report, say.didRedo, say);
    await tellModel(
      `The user put your changes to ${done
        .map(({ path }) => path)
        .slice(0, 20)
        .join(', ')} back in place.`,
    );
    return undoView(say.redone(done.length), report, say.didRedo, say);
  },
});
