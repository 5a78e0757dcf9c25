/** `/undo [N]`: shows what the last turns changed and undoes it. */

import type { CommandResult } from '../protocol/command.ts';
import type { UndoReport } from '../protocol/undo.ts';
import type { Block, View } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { defineCommand } from './command.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'undo',
  async run(args, { files: record, person, tellModel, say }) {
    const count = args === '' ? 1 : Number(args);
    if (!Number.isInteger(count) || count < 1) {
      return { problem: { title: say.notATurnCount(args) } };
    }
    const plan = await record.preview(count);
    if (plan.turns.length === 0) return { title: say.nothingToUndo };
    const files = plan.turns.flatMap((turn) => turn.files);
    if (files.every(({ refused }) => refused !== undefined)) return blocked(plan, count, say);

    const preview = previewOf(plan, count, say);
    const isWanted = await person.confirm(preview, say.undo, say.keepChanges);
    if (!isWanted) return { title: say.notUndone };
    const report = await record.undo(count);
    const undone = doneIn(report);
    if (undone.length > 0) await tellModel(noteFor(undone));
    return undoView(say.undone(undone.length, report.left), report, say.didUndo, say);
  },
});

const NAMED = 20;

function previewOf(plan: UndoReport, count: number, say: CommandWords): View {
  const [newest] = plan.turns;
  const what = plan.turns.length === 1 ? say.undoTurn(newest?.input ?? '') : say.undoTurns(plan.turns.length);
  const { title, body = [] } = undoView(what, plan, say.wouldUndo, say);
  if (plan.turns.length >= count) return { title, body };
  return { title, body: [...body, { type: 'text', text: say.onlyTurns(plan.turns.length) }] };
}

/** A file changed by several turns counts once. */
function doneIn({ turns }: UndoReport): string[] {
  const files = turns.flatMap((turn) => turn.files).filter(({ refused }) => refused === undefined);
  return [...new Set(files.map(({ path }) => path))];
}

function blocked(plan: UndoReport, count: number, say: CommandWords): CommandResult {
  const body: Block[] = undoView('', plan, say.wouldUndo, say).body ?? [];
  return { problem: { title: say.undoRefused(plan.left > 0 ? count + 1 : undefined), body } };
}

/** Tells the model, so that it is not surprised by what it reads next. */
function noteFor(files: readonly string[]): string {
  const names = files.slice(0, NAMED);
  const rest = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return `The user undid your changes to ${names.join(', ')}${rest}. Read these files again before you change them.`;
}
