/** What undo needs to know about a project: what undoes changes, where, and where the bytes are. */

import { existsSync } from 'node:fs';
import { CoderError } from '../../base/errors.ts';
import { isBelow } from '../../base/files/paths.ts';
import type { WriteJournal } from '../files/write-journal.ts';
import type { Git } from '../git/git.ts';
import { findBytes } from './find-bytes.ts';
import type { EntryPath } from './put-back.ts';
import { largestFile } from './recorder.ts';
import { findRepository } from './repository.ts';
import type { Reversal, TakeBackOptions } from './take-back.ts';
import type { UndoStore } from './undo-store.ts';

export interface UndoWorkOptions {
  roots: readonly [string, ...string[]];
  store: UndoStore;
  maxBytes: number;
  gitAt(top: string): Git;
  journal?: WriteJournal | undefined;
}

export interface UndoWork {
  reversalsOf(turn: string): Reversal[];
  /** `undo` names the record that receives what is replaced; `undefined` if nothing is to be kept. */
  workOf(turns: readonly string[], undo: string | undefined): TakeBackOptions;
  entryPath(path: string): EntryPath;
}

export function createUndoWork({ roots, store, maxBytes, gitAt, journal }: UndoWorkOptions): UndoWork {
  const throughHandles = existsSync('/proc/self/fd');

  function entryPath(path: string): EntryPath {
    const root = roots.find((candidate) => isBelow(candidate, path));
    if (root === undefined) throw new CoderError('outside', 'it is outside the workspace now');
    return { root, path, throughHandles, journal };
  }

  return {
    entryPath,
    reversalsOf: (turn) =>
      store
        .turn(turn)
        .changes()
        .map(({ path, before, after }) => ({ path, expected: after, to: before })),
    workOf(turns, undo) {
      const repository = findRepository(roots[0]);
      const record = undo === undefined ? undefined : store.turn(undo);
      const kept = [...turns, ...(undo === undefined ? [] : [undo])];
      return {
        entryPath,
        maxFileBytes: largestFile(maxBytes),
        ...(repository && { format: repository.format }),
        bytesOf: (contents) =>
          findBytes(
            contents,
            kept.map((turn) => store.turn(turn)),
            repository && gitAt(repository.top),
          ),
        stash({ path, expected, to }, bytes) {
          if (!record) return undefined;
          if (bytes && !store.makeRoom(bytes.length, kept)) return 'no-room';
          record.add([{ path, before: expected, after: to }], bytes ? [bytes] : []);
          return undefined;
        },
      };
    },
  };
}
