/** Reverts an `/undo` or `/redo` that was killed halfway: the session's log does not contain it, so the files must not show it either. */

import { shownPath } from '../../base/files/paths.ts';
import { named, unnamed } from '../../base/named-text.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { UndoRefusal } from '../../protocol/undo.ts';
import type { TakeBackUndo } from '../files/recover-writes.ts';
import { type Reversal, type ReversalResult, takeBack } from './take-back.ts';
import { isChange } from './turn-file.ts';
import type { UndoStore } from './undo-store.ts';
import { createUndoWork, type UndoWorkOptions } from './undo-work.ts';

/** Written to the journal before the first file is changed. */
export interface NotedUndo {
  session: string;
  kind: 'undo' | 'redo';
  /** Id of the undo's record. */
  id: string;
  turns: string[];
  /** One group per turn, in the order in which they are executed. */
  groups: Reversal[][];
}

export interface RecoverUndoOptions extends Omit<UndoWorkOptions, 'store'> {
  storeOf(session: string): UndoStore;
  /** True if the session's log contains this undo, which means that it completed. */
  isLogged(noted: NotedUndo): boolean;
}

const NAMED = 20;

export function createUndoRecovery(options: RecoverUndoOptions): TakeBackUndo {
  return async (noted) => {
    if (!isNotedUndo(noted) || options.isLogged(noted)) return { undone: [], left: [] };
    const store = options.storeOf(noted.session);
    const { workOf } = createUndoWork({ ...options, store });
    const work = { ...workOf([...noted.turns, noted.id], undefined), midway: true as const };
    const results = new Map<string, ReversalResult>(); // if several turns changed a file, the last result counts
    for (const group of noted.groups.toReversed()) {
      const back = group.map(({ path, expected, to }): Reversal => ({ path, expected: to, to: expected }));
      for (const result of await takeBack(back, work)) results.set(result.path, result);
    }
    if (noted.kind === 'redo') {
      const changes = noted.groups.flat().map(({ path, expected, to }) => ({ path, before: to, after: expected }));
      store.turn(noted.id).add(changes, []); // as the undo had left it
    }
    const all = [...results.values()];
    const shown = ({ path }: Reversal) => shownPath(options.roots[0], path);
    const left = all.flatMap((result) => {
      const { refused } = result;
      if (refused === undefined) return [];
      return [leftAs(shown(result), refused)];
    });
    const undone = all.filter(({ refused }) => refused === undefined).map((step) => unnamed(shown(step)));
    return { undone: shortened(undone), left: shortened(left) };
  };
}

/** Limits the list to enough names to recognise what was affected. */
function shortened(names: readonly Fault[]): Fault[] {
  if (names.length <= NAMED) return [...names];
  const more = String(names.length - NAMED);
  return [...names.slice(0, NAMED), named('andSomeMore', `${more} more`, more)];
}

function leftAs(path: string, refused: UndoRefusal): Fault {
  if (typeof refused === 'string') return named('leftRefused', `${path} (${refused})`, path, refused);
  const { text } = refused.other;
  return named('leftBecause', `${path} (${text})`, path, text);
}

function isNotedUndo(value: unknown): value is NotedUndo {
  if (!isPlainObject(value)) return false;
  const { session, kind, id, turns, groups } = value;
  return (
    [session, id].every((text) => typeof text === 'string' && /^[\w-]{1,64}$/.test(text)) &&
    (kind === 'undo' || kind === 'redo') &&
    Array.isArray(turns) &&
    turns.every((turn) => typeof turn === 'string' && /^[\w-]{1,64}$/.test(turn)) &&
    Array.isArray(groups) &&
    groups.every((group) => Array.isArray(group) && group.every(isReversal))
  );
}

function isReversal(value: unknown): value is Reversal {
  return isPlainObject(value) && isChange({ ...value, before: value.expected, after: value.to });
}
