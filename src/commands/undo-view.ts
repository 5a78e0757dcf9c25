/** How a planned or completed undo is shown: one line per file, what was refused and why, and what is not covered. */

import { visibleLine } from '../base/text/visible.ts';
import type { UndoneFile, UndoRefusal, UndoReport } from '../protocol/undo.ts';
import type { Block, View } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { saidIn } from '../words/fault.ts';

type Verbs = Readonly<Record<UndoneFile['action'], string>>;

const SHOWN = 200;

export function undoView(title: string, { turns }: UndoReport, verbs: Verbs, say: CommandWords): View {
  const body: Block[] = [];
  for (const { input, files, leftOut } of turns) {
    if (turns.length > 1) body.push({ type: 'text', text: input });
    const done = files.filter(({ refused }) => refused === undefined);
    const kept = files.filter(({ refused }) => refused !== undefined);
    const lines = done.map(({ path, action }) => `${verbs[action]} ${visibleLine(path)}`);
    if (lines.length > 0) body.push({ type: 'list', items: shortened(lines, say) });
    if (kept.length > 0) {
      body.push({ type: 'text', text: say.leftAsItIs });
      const reasons = kept.map(({ path, refused }) =>
        say.faults.placed(visibleLine(path), refused === undefined ? '' : whyOf(refused, say)),
      );
      body.push({ type: 'list', items: shortened(reasons, say) });
    }
    if (leftOut.length > 0) {
      body.push({ type: 'text', text: say.notCovered });
      body.push({ type: 'list', items: leftOut.map((each) => saidIn(each, say.faults)) });
    }
  }
  return { title, body };
}

function whyOf(refused: UndoRefusal, { undoRefusals, faults }: CommandWords): string {
  return typeof refused === 'string' ? undoRefusals[refused] : saidIn(refused.other, faults);
}

function shortened(lines: readonly string[], say: CommandWords): string[] {
  return lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), say.andMore(lines.length - SHOWN)];
}
