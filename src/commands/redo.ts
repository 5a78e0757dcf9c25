/** `/redo`: reverts the last undo. */

import { visibleLine } from '../base/text/visible.ts';
import { filesOf } from '../words/en/files-of.ts';
import { defineCommand } from './command.ts';
import { undoView } from './undo-view.ts';

export default defineCommand({
  name: 'redo',
  words: {
    en: {
      nothingToRedo: 'Nothing to redo: nothing was undone, or files have changed since.',
      redoRefused: 'Nothing was redone: every file has changed since.',
      redone: (files: number) => `Redid changes to ${filesOf(files)}.`,
      didRedo: { remove: 'removed again', restore: 'created again', change: 'changed again' },
    },
    'zh-CN': {
      nothingToRedo: '没有可重做的内容：没有撤销过，或之后又有其他修改。',
      redoRefused: '没有重做任何内容：所有文件之后都有改动。',
      redone: (files) => `已重做 ${files} 个文件的修改。`,
      didRedo: { remove: '已再次删除', restore: '已再次创建', change: '已再次修改' },
    },
  },
  async run(_args, { files, tellModel }, say) {
    const report = await files.redo();
    const [turn] = report.turns;
    if (!turn) return { problem: { title: say.nothingToRedo } };
    const done = turn.files.filter(({ refused }) => refused === undefined);
    if (done.length === 0) return { problem: undoView(say.redoRefused, report, say.didRedo, say) };
    await tellModel(
      `The user put your changes to ${done
        .map(({ path }) => visibleLine(path))
        .slice(0, 20)
        .join(', ')} back in place.`,
    );
    return undoView(say.redone(done.length), report, say.didRedo, say);
  },
});
