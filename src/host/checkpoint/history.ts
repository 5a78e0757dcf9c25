/** Which turns can be undone and which undos can be redone: a fold over the session's log. */

import { parseObject } from '../../base/parse-json.ts';
import { callsOf, textOf } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';

export interface UndoHistory {
  /** Turns whose changes are in place, oldest first. */
  standing: string[];
  /** Undos that can be redone, oldest first. */
  undone: { id: string; turns: string[] }[];
}

export function historyOf(entries: readonly Entry[]): UndoHistory {
  let standing: string[] = [];
  let undone: UndoHistory['undone'] = [];
  for (const entry of entries) {
    switch (entry.type) {
      case 'checkpoint':
        standing = [...standing.filter((turn) => turn !== entry.turn), entry.turn];
        undone = []; // new work, so earlier undos can no longer be redone
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

/** First line of the prompt that started the turn. */
export function inputOf(entries: readonly Entry[], turn: string): string {
  for (const entry of entries) {
    if (entry.type === 'message' && entry.turn === turn && entry.message.role === 'user') {
      return textOf(entry.message.content).split('\n', 1)[0] ?? '';
    }
  }
  return '';
}

/** Commands that were running when coder was killed: their turn never ended, so the files they changed were never recorded. */
export function commandsCutShort(entries: readonly Entry[], turn: string): string[] {
  if (entries.some((entry) => entry.type === 'turn-end' && entry.turn === turn)) return [];
  const messages = entries.flatMap((entry) => (entry.type === 'message' && entry.turn === turn ? [entry.message] : []));
  const cut = new Set(
    messages.flatMap((message) =>
      message.role === 'tool' && message.outcome.status === 'cancelled' ? [message.callId] : [],
    ),
  );
  return messages
    .flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []))
    .filter(({ id }) => cut.has(id))
    .flatMap((call) => commandOf(call.arguments));
}

/** Tools that run a command take it in the argument `command`; a log edited by hand may have anything. */
function commandOf(json: string): string[] {
  const { command } = parseObject(json);
  return typeof command === 'string' ? [command] : [];
}
