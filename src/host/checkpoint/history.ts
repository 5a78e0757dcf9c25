/** Which turns can be undone and which undo can be redone: a fold over the session's log. */

import { textOf } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';

export interface UndoHistory {
  /** Turns whose changes are in place, oldest first. */
  standing: string[];
  /** What was undone and can be redone, oldest first. */
  undone: { id: string; turns: string[] }[];
}

export function historyOf(entries: readonly Entry[]): UndoHistory {
  let standing: string[] = [];
  let undone: UndoHistory['undone'] = [];
  for (const entry of entries) {
    switch (entry.type) {
      case 'checkpoint':
        standing = [...standing.filter((turn) => turn !== entry.turn), entry.turn];
        undone = []; // new work: the way back to the old one is cut
        break;
      case 'undo':
        standing = standing.filter((turn) => !entry.turns.includes(turn));
        undone.push({ id: entry.undo, turns: entry.turns });
        break;
      case 'redo':
        standing = [...standing, ...entry.turns.toReversed()];
        undone = undone.filter(({ id }) => id !== entry.undo);
        break;
      default:
    }
  }
  return { standing, undone };
}

/** Every turn of the session that changed files, oldest first. */
export function changingTurns(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => (entry.type === 'checkpoint' ? [entry.turn] : []));
}

/** What the person had asked for in a turn. */
export function inputOf(entries: readonly Entry[], turn: string): string {
  for (const entry of entries) {
    if (entry.type === 'message' && entry.turn === turn && entry.message.role === 'user') {
      return textOf(entry.message.content).split('\n', 1)[0] ?? '';
    }
  }
  return '';
}
