/** `/undo`, `/redo` and `/diff` on the record of a session: what they would do, and doing it. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CoderError } from '../../base/errors.ts';
import { isBelow, shownPath } from '../../base/files/paths.ts';
import { newId } from '../../base/ids.ts';
import type { Session } from '../../protocol/session.ts';
import type { Checkpoint, UndoControl, UndoneFile, UndoneTurn, UndoReport } from '../../protocol/undo.ts';
import type { WriteJournal } from '../files/write-journal.ts';
import type { Git } from '../git/git.ts';
import type { FileState } from './file-state.ts';
import { findBytes } from './find-bytes.ts';
import { commandsCutShort, historyOf, inputOf } from './history.ts';
import { lookAtPlace, type Place } from './put-back.ts';
import { largestFile } from './recorder.ts';
import { findRepository } from './repository.ts';
import { diffSession } from './session-diff.ts';
import { checkStep, type Step, type StepResult, type TakeBackOptions, takeBack } from './take-back.ts';
import type { UndoStore } from './undo-store.ts';

export interface UndoControlOptions {
  roots: readonly [string, ...string[]];
  store: UndoStore;
  session: Session;
  checkpoint: Checkpoint;
  maxBytes: number;
  gitAt(top: string): Git;
  journal?: WriteJournal | undefined;
}

export function createUndoControl(options: UndoControlOptions): UndoControl {
  const { roots, store, session, checkpoint } = options;
  const throughHandles = existsSync('/proc/self/fd');

  return {
    async preview(count) {
      await checkpoint.settled();
      const imagined = new Map<string, FileState>();
      return report(turnsToUndo(count), (turn) => {
        const work = workOf([turn], undefined);
        return stepsBack(turn).map((step) => {
          const result = checkStep(step, work, imagined.get(step.path));
          if (result.refused === undefined) imagined.set(step.path, step.to);
          return result;
        });
      });
    },
    async undo(count) {
      await checkpoint.settled();
      const turns = turnsToUndo(count);
      const undo = newId('undo');
      const results = new Map<string, StepResult[]>();
      for (const turn of turns) results.set(turn, await takeBack(stepsBack(turn), workOf(turns, undo)));
      const isDone = [...results.values()].flat().some(({ refused }) => refused === undefined);
      if (isDone) await session.append({ type: 'undo', undo, turns });
      return report(turns, (turn) => results.get(turn) ?? []);
    },
    async redo() {
      await checkpoint.settled();
      const last = historyOf(session.entries).undone.at(-1);
      if (!last || !store.has(last.id)) return { turns: [], left: historyOf(session.entries).standing.length };
      const { id, turns } = last;
      const steps = stepsBack(id);
      const results = await takeBack(steps, workOf([...turns, id], id));
      if (results.some(({ refused }) => refused === undefined)) {
        await session.append({ type: 'redo', undo: id, turns });
      }
      const input = turns.map((turn) => inputOf(session.entries, turn)).at(-1) ?? '';
      const undone: UndoneTurn = { turn: id, input, files: filesOf(results, steps), leftOut: [] };
      return { turns: [undone], left: historyOf(session.entries).undone.length };
    },
    async diff(path, all = false) {
      await checkpoint.settled();
      const format = findRepository(roots[0])?.format;
      const look = (file: string) => lookAtPlace(placeOf(file), largestFile(options.maxBytes), format);
      return diffSession({ ...options, look }, { all, ...(path !== undefined && { only: resolve(roots[0], path) }) });
    },
  };

  /** The newest first. What a turn changed and put back itself is nothing to undo. */
  function turnsToUndo(count: number): string[] {
    return keptTurns().slice(0, count);
  }

  /** A turn whose record is gone ends what can be undone. */
  function keptTurns(): string[] {
    const newest = historyOf(session.entries).standing.toReversed();
    const gone = newest.findIndex((turn) => !store.has(turn));
    return newest.slice(0, gone < 0 ? undefined : gone).filter((turn) => store.turn(turn).changes().length > 0);
  }

  function stepsBack(turn: string): Step[] {
    return store
      .turn(turn)
      .changes()
      .map(({ path, before, after }) => ({ path, expected: after, to: before }));
  }

  function report(turns: readonly string[], resultsOf: (turn: string) => StepResult[]): UndoReport {
    return {
      left: keptTurns().filter((turn) => !turns.includes(turn)).length,
      turns: turns.map((turn) => {
        const results = resultsOf(turn);
        const killed = commandsCutShort(session.entries, turn);
        const leftOut = [
          ...store.turn(turn).leftOut,
          ...killed.map((line) => `${line}: coder was killed while it ran`),
        ];
        return { turn, input: inputOf(session.entries, turn), files: filesOf(results, results), leftOut };
      }),
    };
  }

  /** `undo` names the record that what is replaced goes to. */
  function workOf(turns: readonly string[], undo: string | undefined): TakeBackOptions {
    const repository = findRepository(roots[0]);
    const record = undo === undefined ? undefined : store.turn(undo);
    const kept = [...turns, ...(undo === undefined ? [] : [undo])];
    return {
      place: placeOf,
      maxFileBytes: largestFile(options.maxBytes),
      ...(repository && { format: repository.format }),
      bytesOf: (contents) =>
        findBytes(
          contents,
          kept.map((turn) => store.turn(turn)),
          repository && options.gitAt(repository.top),
        ),
      stash({ path, expected, to }, bytes) {
        if (!record) return undefined;
        if (bytes && !store.makeRoom(bytes.length, kept)) return 'no-room';
        record.add([{ path, before: expected, after: to }], bytes ? [bytes] : []);
        return undefined;
      },
    };
  }

  function placeOf(path: string): Place {
    const root = roots.find((candidate) => isBelow(candidate, path));
    if (root === undefined) throw new CoderError('outside', 'it is outside the workspace now');
    return { root, path, throughHandles, journal: options.journal };
  }

  /** A folder is named only if nothing in it is. */
  function filesOf(results: readonly StepResult[], all: readonly Step[]): UndoneFile[] {
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
