/** `/undo [N]`: shows what the last turns changed and undoes it. */

import { visibleLine } from '../base/text/visible.ts';
import type { CommandResult } from '../protocol/command.ts';
import type { UndoReport } from '../protocol/undo.ts';
import type { Block, View } from '../protocol/view.ts';
import { filesOf } from '../words/en/files-of.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';
import { undoView } from './undo-view.ts';

const words = defineWords({
  en: {
    nothingToUndo: 'Nothing to undo: no turn of this session changed files, or the changes are no longer kept.',
    notATurnCount: (typed: string) => `/undo takes a number of turns, such as /undo 2, not "${typed}".`,
    undo: 'Undo',
    keepChanges: 'Keep the changes',
    undoTurn: (input: string) => `Undo this turn${input === '' ? '' : `: ${input}`}`,
    undoTurns: (turns: number) => `Undo ${turns} turns`,
    onlyTurns: (turns: number) => `Only ${turns === 1 ? '1 turn' : `${turns} turns`} can still be undone.`,
    undone: (files: number, left: number) =>
      `Undid changes to ${filesOf(files)}.${left > 0 ? ` ${left} more ${left === 1 ? 'turn' : 'turns'} can be undone.` : ''} /redo restores them.`,
    undoRefused: (next: number | undefined) =>
      `Nothing was undone: every file has changed since.${next === undefined ? '' : ` /undo ${next} continues with the turn before.`}`,
    wouldUndo: { remove: 'would remove', restore: 'would restore', change: 'would put back' },
    didUndo: { remove: 'removed', restore: 'restored', change: 'put back' },
  },
  'zh-CN': {
    nothingToUndo: '没有可撤销的内容：本次会话没有回合修改过文件，或记录已不再保留。',
    notATurnCount: (typed) => `/undo 后面是回合数，例如 /undo 2。无法理解：${typed}`,
    undo: '撤销',
    keepChanges: '保留修改',
    undoTurn: (input) => `撤销本回合${input === '' ? '' : `：${input}`}`,
    undoTurns: (turns) => `撤销 ${turns} 个回合`,
    onlyTurns: (turns) => `只有 ${turns} 个回合还能撤销。`,
    undone: (files, left) =>
      `已撤销 ${files} 个文件的修改。${left > 0 ? `还可撤销 ${left} 个回合。` : ''}/redo 可重做。`,
    undoRefused: (next) =>
      `没有撤销任何内容：所有文件之后都有改动。${next === undefined ? '' : `/undo ${next} 继续撤销更早的回合。`}`,
    wouldUndo: { remove: '将删除', restore: '将恢复', change: '将还原' },
    didUndo: { remove: '已删除', restore: '已恢复', change: '已还原' },
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'undo',
  words,
  async run(args, { files: record, person, tellModel }, say) {
    const count = args === '' ? 1 : Number(args);
    if (!Number.isInteger(count) || count < 1) {
      return { problem: { title: say.notATurnCount(args) } };
    }
    const plan = await record.preview(count);
    if (plan.turns.length === 0) return { problem: { title: say.nothingToUndo } };
    const files = plan.turns.flatMap((turn) => turn.files);
    if (files.every(({ refused }) => refused !== undefined)) return blocked(plan, count, say);

    const preview = previewOf(plan, count, say);
    const isWanted = await person.confirm(preview, say.undo, say.keepChanges);
    if (!isWanted) return { title: say.notUndone };
    const report = await record.undo(count);
    const undone = doneIn(report);
    const view = undoView(say.undone(undone.length, report.left), report, say.didUndo, say);
    if (undone.length === 0) return { problem: view };
    await tellModel(noteFor(undone));
    return view;
  },
});

const NAMED = 20;

function previewOf(plan: UndoReport, count: number, say: Say): View {
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

function blocked(plan: UndoReport, count: number, say: Say): CommandResult {
  const body: Block[] = undoView('', plan, say.wouldUndo, say).body ?? [];
  return { problem: { title: say.undoRefused(plan.left > 0 ? count + 1 : undefined), body } };
}

/** Tells the model, so that it is not surprised by what it reads next. */
function noteFor(files: readonly string[]): string {
  const names = files.slice(0, NAMED).map(visibleLine);
  const rest = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return `The user undid your changes to ${names.join(', ')}${rest}. Read these files again before you change them.`;
}
