/** Records what calls do to files: edits path by path, commands by a look at the tree before and after. */

import { namedIn } from '../../base/named-text.ts';
import type { Checkpoint } from '../../protocol/undo.ts';
import type { Git } from '../git/git.ts';
import type { OidFormat } from '../git/index-file.ts';
import { type EditChanges, lookAtEdit } from './edit-look.ts';
import { lookAt } from './file-state.ts';
import { recordLook } from './record-look.ts';
import { findRepository } from './repository.ts';
import { createShell, type Shell } from './shell-tree.ts';
import type { FileChange } from './turn-file.ts';
import type { UndoProblem } from './undo-problem.ts';
import type { UndoStore } from './undo-store.ts';
import { NO_ROOM, unkept } from './unkept.ts';

export interface RecorderOptions {
  /** The workspace's roots, with links resolved. */
  roots: readonly [string, ...string[]];
  store: UndoStore;
  /** Folder in which a scratch file may be created. */
  folder: string;
  maxBytes: number;
  gitAt(top: string): Git;
  warn(problem: UndoProblem): void;
}

interface Turn {
  id: string;
  onChange(): Promise<unknown>;
}

/** Files larger than this are left out and named in a note. */
export function largestFile(maxBytes: number): number {
  return Math.min(32 * 1024 * 1024, Math.floor(maxBytes / 4));
}

export function createRecorder(options: RecorderOptions): Checkpoint {
  const { roots, store, warn } = options;
  const maxFileBytes = largestFile(options.maxBytes);
  const shells: Shell[] = [];
  const told = new Set<string>();
  let turn: Turn = { id: '', onChange: async () => undefined };
  let pending: Promise<void> = Promise.resolve();
  let isWarned = false;
  let found: { format: OidFormat | undefined } | undefined;
  const format = () => (found ??= { format: findRepository(roots[0])?.format }).format;
  const look = (path: string) => lookAt(path, maxFileBytes, format());

  return {
    begin(id, onChange) {
      turn = { id, onChange };
    },
    prepare(signal) {
      pending = pending.then(async () => void (await careful(() => lookBefore(signal))));
    },
    async before(touch, signal) {
      await pending;
      const now = turn;
      const edits = await careful(async () => lookAtEdit(touch, roots, look));
      const looked = touch.shell ? await careful(() => lookBefore(signal)) : undefined;
      return async () => {
        if (edits) await careful(() => recordEdit(now, edits()));
        if (looked) pending = careful(() => lookAfter(now, looked)).then(() => undefined); // only the next change waits for it
      };
    },
    settled: () => pending,
    close() {
      for (const shell of shells) shell.close();
    },
  };

  async function recordEdit(now: Turn, { changes, bytes }: EditChanges): Promise<void> {
    if (changes.length > 0) await record(now, changes, bytes);
  }

  async function record({ id, onChange }: Turn, changes: FileChange[], bytes: Buffer[]): Promise<void> {
    const size = bytes.reduce((sum, { length }) => sum + length, 0);
    const fits = store.makeRoom(size, [id]);
    const file = store.turn(id);
    file.add(fits ? changes : changes.map(withoutBytes), fits ? bytes : []);
    if (told.has(id) || file.changes().length === 0) return;
    told.add(id);
    await onChange();
  }

  async function lookBefore(signal: AbortSignal): Promise<number> {
    const share = Math.floor(options.maxBytes / roots.length);
    if (shells.length === 0)
      shells.push(...roots.map((root) => createShell({ ...options, root, maxFileBytes, maxBytes: share })));
    for (const shell of shells) await shell.prepare(signal);
    return Date.now();
  }

  async function lookAfter(now: Turn, startedAt: number): Promise<void> {
    for (const shell of shells) {
      const notes = await recordLook(shell, startedAt, (changes, bytes) => record(now, changes, bytes));
      const file = notes.length > 0 ? store.turn(now.id) : undefined;
      for (const note of notes) file?.leaveOut(note);
    }
  }

  /** Whatever fails here, the call continues: undo is a safety net, not a gate. */
  async function careful<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isWarned) warn({ kind: 'incomplete', why: namedIn(error) });
      isWarned = true;
      return undefined;
    }
  }
}

function withoutBytes(change: FileChange): FileChange {
  const { before } = change;
  if (before.kind !== 'file') return change;
  return { ...change, before: unkept(NO_ROOM) };
}
