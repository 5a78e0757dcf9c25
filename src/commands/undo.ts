/** `/undo [N]`: shows what the last turns changed and takes it back. */

import type { CommandResult } from '../protocol/command.ts';
import { defineCommand } from '../protocol/command.ts';
import type { UndoReport } from '../protocol/undo.ts';
import type { Block, View } from '../protocol/view.ts';
import { inLanguage } from './in-language.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'undo',
  async run(args, { undo, tell, confirm, lang }) {
    const count = args === '' ? 1 : Number(args);
    if (!Number.isInteger(count) || count < 1) {
      return { problem: { title: `/undo takes a number of turns, such as /undo 2. Not understood: ${args}` } };
    }
    if (!undo) return { title: 'Nothing can be undone here: no changes are kept.' };
    const control = await undo();
    const plan = await control.preview(count);
    if (plan.turns.length === 0)
      return { title: 'Nothing to undo: no turn of this session changed files, or they are no longer kept.' };
    const files = plan.turns.flatMap((turn) => turn.files);
    if (files.every(({ refused }) => refused !== undefined)) return blocked(plan, count);

    const preview = previewOf(plan, count);
    const isWanted = await confirm(preview, inLanguage('Undo', lang), inLanguage('Keep the changes', lang));
    if (!isWanted) return { title: 'Nothing was undone.' };
    const report = await control.undo(count);
    const undone = doneIn(report);
    if (undone.length > 0) await tell(noteFor(undone));
    const more = report.left > 0 ? ` ${report.left} more ${report.left === 1 ? 'turn' : 'turns'} can be undone.` : '';
    return undoView(`Undone: ${countOf(undone)}.${more} /redo takes it back.`, report, DONE);
  },
});

const PREVIEW = { remove: 'would remove', restore: 'would restore', change: 'would put back' };
const DONE = { remove: 'removed', restore: 'restored', change: 'put back' };
const NAMED = 20;

function previewOf(plan: UndoReport, count: number): View {
  const [newest] = plan.turns;
  const what =
    plan.turns.length === 1 ? `this turn${newest?.input ? `: ${newest.input}` : ''}` : `${plan.turns.length} turns`;
  const { title, body = [] } = undoView(`Undo ${what}`, plan, PREVIEW);
  if (plan.turns.length >= count) return { title, body };
  const left = plan.turns.length === 1 ? 'Only 1 turn' : `Only ${plan.turns.length} turns`;
  return { title, body: [...body, { type: 'text', text: `${left} can still be undone.` }] };
}

/** A file that several turns changed counts once. */
function doneIn({ turns }: UndoReport): string[] {
  const files = turns.flatMap((turn) => turn.files).filter(({ refused }) => refused === undefined);
  return [...new Set(files.map(({ path }) => path))];
}

function blocked(plan: UndoReport, count: number): CommandResult {
  const body: Block[] = undoView('', plan, PREVIEW).body ?? [];
  const hint = plan.left > 0 ? ` /undo ${count + 1} goes on to the turn before.` : '';
  return { problem: { title: `Nothing was undone: every file of the turn is refused.${hint}`, body } };
}

/** So that the model is not surprised by what it reads next. */
function noteFor(files: readonly string[]): string {
  const names = files.slice(0, NAMED);
  const rest = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return `The user undid your changes to ${names.join(', ')}${rest}. Read these files again before you change them.`;
}

function countOf(files: readonly string[]): string {
  return files.length === 1 ? '1 file' : `${files.length} files`;
}
