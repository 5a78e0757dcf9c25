/** `/undo [N]`: shows what the last turns changed and takes it back. */

import { defineCommand } from '../protocol/command.ts';
import type { UndoneFile, UndoReport } from '../protocol/undo.ts';
import type { Block, View } from '../protocol/view.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'undo',
  async run(args, { undo, tell, confirm }) {
    const count = args === '' ? 1 : Number(args);
    if (!Number.isInteger(count) || count < 1) {
      return { title: `/undo takes a number of turns, such as /undo 2. Not understood: ${args}` };
    }
    if (!undo) return { title: 'Nothing can be undone here: no changes are kept.' };
    const control = await undo();
    const plan = await control.preview(count);
    if (plan.turns.length === 0)
      return { title: 'Nothing to undo: no turn of this session changed files, or they are no longer kept.' };
    if (plan.turns.length < count && count > 1) {
      plan.turns.at(-1)?.leftOut.push(`only ${plan.turns.length} of ${count} turns can still be undone`);
    }
    const files = plan.turns.flatMap((turn) => turn.files);
    if (files.every(({ refused }) => refused !== undefined)) return blocked(plan, count);

    const names = plan.turns.length === 1 ? 'this turn' : `these ${plan.turns.length} turns`;
    const preview = undoView(`Undo ${names}: ${plan.turns[0]?.input ?? ''}`, plan, PREVIEW);
    if (!(await confirm(preview, 'Undo', 'Keep the changes'))) return { title: 'Nothing was undone.' };
    const report = await control.undo(count);
    const undone = report.turns.flatMap((turn) => turn.files).filter(({ refused }) => refused === undefined);
    if (undone.length > 0) await tell(noteFor(undone));
    const more = report.left > 0 ? ` ${report.left} more ${report.left === 1 ? 'turn' : 'turns'} can be undone.` : '';
    return undoView(`Undone: ${countOf(undone)}.${more} /redo takes it back.`, report, DONE);
  },
});

const PREVIEW = { remove: 'would remove', restore: 'would restore', change: 'would put back' };
const DONE = { remove: 'removed', restore: 'restored', change: 'put back' };
const NAMED = 20;

function blocked(plan: UndoReport, count: number): View {
  const body: Block[] = undoView('', plan, PREVIEW).body ?? [];
  const hint = plan.left > 0 ? ` /undo ${count + 1} goes on to the turn before.` : '';
  return { title: `Nothing was undone: every file of the turn is refused.${hint}`, body };
}

/** So that the model is not surprised by what it reads next. */
function noteFor(files: readonly UndoneFile[]): string {
  const names = files.slice(0, NAMED).map(({ path }) => path);
  const rest = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return `The user undid your changes to ${names.join(', ')}${rest}. Read these files again before you change them.`;
}

function countOf(files: readonly UndoneFile[]): string {
  return files.length === 1 ? '1 file' : `${files.length} files`;
}
