/** `/redo`: takes the last undo back. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'redo',
  async run(_args, { undo, tell, lang }) {
    const say = answersIn(lang);
    const report = undo ? await (await undo()).redo() : undefined;
    const [turn] = report?.turns ?? [];
    if (!report || !turn) return { title: say.nothingToRedo };
    const done = turn.files.filter(({ refused }) => refused === undefined);
    if (done.length === 0) return undoView(say.redoRefused, report, say.didRedo, lang);
    await tell(
      `The user put your changes to ${done
        .map(({ path }) => path)
        .slice(0, 20)
        .join(', ')} back in place.`,
    );
    return undoView(say.redone(done.length), report, say.didRedo, lang);
  },
});
