/** `/undo`, `/redo` and `/diff` on a session's records: previews them and carries them out. */

import { resolve } from 'node:path';
import { isBelow, shownPath } from '../../base/files/paths.ts';
import { newId } from '../../base/ids.ts';
import { named } from '../../base/named-text.ts';
import type { Session } from '../../protocol/session.ts';
import type { Checkpoint, UndoControl, UndoneFile, UndoneTurn, UndoReport } from '../../protocol/undo.ts';
import type { FileState } from './file-state.ts';
import { commandsCutShort, historyOf, inputOf } from './history.ts';
import { lookAtEntry } from './put-back.ts';
import { largestFile } from './recorder.ts';
import type { NotedUndo } from './recover-undo.ts';
import { findRepository } from './repository.ts';
import { diffSession } from './session-diff.ts';
import { checkReversal, type Reversal, type ReversalResult, takeBack } from './take-back.ts';
import { createUndoWork, type UndoWorkOptions } from './undo-work.ts';

export interface UndoControlOptions extends UndoWorkOptions {
  session: Session;
  checkpoint: Checkpoint;
}

export function createUndoControl(options: UndoControlOptions): UndoControl {
  const { roots, store, session, checkpoint, journal } = options;
  const { reversalsOf, workOf, entryPath } = createUndoWork(options);

  return {
    async preview(count) {
      await checkpoint.settled();
      const imagined = new Map<string, FileState>();
      return report(turnsToUndo(count), (turn) => {
        const work = workOf([turn], undefined);
        return reversalsOf(turn).map((reversal) => {
          const result = checkReversal(reversal, work, imagined.get(reversal.path));
          if (result.refused === undefined) imagined.set(reversal.path, reversal.to);
          return result;
        });
      });
    },
    async undo(count) {
      await checkpoint.settled();
      const turns = turnsToUndo(count);
      const undo = newId('undo');
      const groups = turns.map(reversalsOf);
      const isOver = journal?.undoing({
        session: session.id,
        kind: 'undo',
        id: undo,
        turns,
        groups,
      } satisfies NotedUndo);
      try {
        const results = new Map<string, ReversalResult[]>();
        for (const [index, turn] of turns.entries()) {
          results.set(turn, await takeBack(groups[index] ?? [], workOf(turns, undo)));
        }
        const isDone = [...results.values()].flat().some(({ refused }) => refused === undefined);
        if (isDone) await session.append({ type: 'undo', undo, turns });
        return report(turns, (turn) => results.get(turn) ?? []);
      } finally {
        isOver?.();
      }
    },
    async redo() {
      await checkpoint.settled();
      const last = historyOf(session.entries).undone.at(-1);
      if (!last || !store.has(last.id)) return { turns: [], left: historyOf(session.entries).standing.length };
      const { id, turns } = last;
      const reversals = reversalsOf(id);
      const groups = [reversals];
      const isOver = journal?.undoing({ session: session.id, kind: 'redo', id, turns, groups } satisfies NotedUndo);
      let results: ReversalResult[];
      try {
        results = await takeBack(reversals, workOf([...turns, id], id));
        if (results.some(({ refused }) => refused === undefined)) {
          await session.append({ type: 'redo', undo: id, turns });
        }
      } finally {
        isOver?.();
      }
      const input = turns.map((turn) => inputOf(session.entries, turn)).at(-1) ?? '';
      const undone: UndoneTurn = { turn: id, input, files: filesOf(results, reversals), leftOut: [] };
      return { turns: [undone], left: historyOf(session.entries).undone.length };
    },
    async diff(path, all = false) {
      await checkpoint.settled();
      const format = findRepository(roots[0])?.format;
      const look = (file: string) => lookAtEntry(entryPath(file), largestFile(options.maxBytes), format);
      return diffSession({ ...options, look }, { all, ...(path !== undefined && { only: resolve(roots[0], path) }) });
    },
  };

  /** Newest first. A turn that restored everything it changed has nothing to undo. */
  function turnsToUndo(count: number): string[] {
    return keptTurns().slice(0, count);
  }

  /** Turns that can be undone, newest first, up to the first whose record is gone. */
  function keptTurns(): string[] {
    const newest = historyOf(session.entries).standing.toReversed();
    const gone = newest.findIndex((turn) => !store.has(turn));
    return newest.slice(0, gone < 0 ? undefined : gone).filter((turn) => store.turn(turn).changes().length > 0);
  }

  function report(turns: readonly string[], resultsOf: (turn: string) => ReversalResult[]): UndoReport {
    return {
      left: keptTurns().filter((turn) => !turns.includes(turn)).length,
      turns: turns.map((turn) => {
        const results = resultsOf(turn);
        const killed = commandsCutShort(session.entries, turn);
        const leftOut = [
          ...store.turn(turn).leftOut,
          ...killed.map((line) => named('uncoveredKilled', `${line}: coder was killed while it ran`, line)),
        ];
        return { turn, input: inputOf(session.entries, turn), files: filesOf(results, results), leftOut };
      }),
    };
  }

  /** Lists a folder only if none of its entries are listed. */
  function filesOf(results: readonly ReversalResult[], all: readonly Reversal[]): UndoneFile[] {
    const paths = all.map(({ path }) => path);
    return results
      .filter(({ path, expected, to }) => {
        const isFolder = [expected.kind, to.kind].every((kind) => kind === 'directory' || kind === 'missing');
        return !isFolder || !paths.some((other) => isBelow(path, other));
      })
      .map(({ path, expected, to, refused }): UndoneFile => {
        const isFolder = expected.kind === 'directory' || to.kind === 'directory';
        const action = to.kind === 'missing' ? 'remove' : expected.kind === 'missing' ? 'restore' : 'change';
        return {
          path: shownPath(roots[0], path) + (isFolder ? '/' : ''),
          action,
          ...(refused !== undefined && { refused }),
        };
      })
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }
}
