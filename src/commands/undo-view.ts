/** How an undo, planned or done, is shown: a line a file, what was refused and why, what is not covered. */

import type { UndoneFile, UndoReport } from '../protocol/undo.ts';
import type { Block, View } from '../protocol/view.ts';

export type Verbs = Readonly<Record<UndoneFile['action'], string>>;

const SHOWN = 200;

export function undoView(title: string, { turns }: UndoReport, verbs: Verbs): View {
  const body: Block[] = [];
  for (const { input, files, leftOut } of turns) {
    if (turns.length > 1) body.push({ type: 'text', text: input });
    const done = files.filter(({ refused }) => refused === undefined);
    const kept = files.filter(({ refused }) => refused !== undefined);
    const lines = done.map(({ path, action }) => `${verbs[action]} ${path}`);
    if (lines.length > 0) body.push({ type: 'list', items: shortened(lines) });
    if (kept.length > 0) {
      body.push({ type: 'text', text: 'Left as it is:' });
      body.push({ type: 'list', items: shortened(kept.map(({ path, refused }) => `${path}: ${refused ?? ''}`)) });
    }
    if (leftOut.length > 0) {
      body.push({ type: 'text', text: 'Not covered:' });
      body.push({ type: 'list', items: leftOut });
    }
  }
  return { title, body };
}

function shortened(lines: readonly string[]): string[] {
  return lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`];
}
