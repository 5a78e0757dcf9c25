/** A journal of writes in progress, kept in the user's state folder, so that the next coder can clean up after a kill. */

import { hash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { type LockOwner, thisProcess, withLock } from '../../base/files/file-lock.ts';
import { randomText } from '../../base/random.ts';

export interface WriteJournal {
  /** Call before creating a temporary file; call the result once the file is gone. */
  temporary(path: string): () => void;
  /** Call before replacing the first of several files; call the result once all of them are replaced, or none. */
  together(call: string, files: readonly ChangedFile[]): () => void;
  /** Call before the first file is undone or redone, with what `takeBackUndo` needs; call the result once the log has the entry. */
  undoing(what: unknown): () => void;
  /** Checks a file and replaces it while no other coder of this user can. */
  alone(path: string, act: () => void): Promise<void>;
}

export interface ChangedFile {
  /** Absolute path. */
  path: string;
  before: { bytes: Buffer; mode: number } | undefined;
  /** `null` if the file is removed. */
  after: Buffer | null;
}

/** A note as stored on disk. */
export interface JournalNote {
  owner: LockOwner;
  temporary?: string;
  call?: string;
  files?: NotedFile[];
  undo?: unknown;
}

export interface NotedFile {
  path: string;
  /** Base64; `null` if there was no file. */
  before: string | null;
  mode: number;
  /** SHA-256; `null` if there is no file. */
  after: string | null;
}

export interface JournalOptions {
  /** Folder of the project's notes; called only when something is written. */
  notes(): string;
  /** Folder shared by all projects, because one file may belong to two of them. */
  locks: string;
  /** Called after coder has replaced the file. */
  onWritten?(path: string): void;
}

export function createWriteJournal({ notes, locks, onWritten }: JournalOptions): WriteJournal {
  let owner: LockOwner | undefined;

  /** If the note cannot be written, for example on a full disk, files are written all the same. */
  function note(what: Omit<JournalNote, 'owner'>): () => void {
    try {
      const folder = notes();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${randomText(16)}.json`);
      const remove = () => rmSync(file, { force: true });
      owner ??= thisProcess();
      try {
        writeFileSync(file, JSON.stringify({ owner, ...what } satisfies JournalNote), { flag: 'wx', mode: 0o600 });
      } catch (error) {
        remove(); // a full disk leaves an empty file
        throw error;
      }
      return remove;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return () => {};
    }
  }

  return {
    temporary: (path) => note({ temporary: path }),
    undoing: (undo) => note({ undo }),
    together: (call, files) => note({ call, files: files.map(noted) }),
    async alone(path, act) {
      let hasBegun = false;
      const begin = async () => {
        hasBegun = true;
        act();
        onWritten?.(path);
      };
      try {
        mkdirSync(locks, { recursive: true, mode: 0o700 });
        await withLock(join(locks, `${hash('sha256', path).slice(0, 24)}.lock`), NEVER, begin);
      } catch (error) {
        // Rethrows if another coder holds the lock or `act` failed. A lock that cannot be created does not prevent the write.
        if (hasBegun || error instanceof CoderError || codeOf(error) === undefined) throw error;
        act();
        onWritten?.(path);
      }
    },
  };
}

const NEVER = AbortSignal.any([]);

function noted({ path, before, after }: ChangedFile): NotedFile {
  return {
    path,
    before: before?.bytes.toString('base64') ?? null,
    mode: before?.mode ?? 0,
    after: after && hash('sha256', after),
  };
}
