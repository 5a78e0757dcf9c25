/** What is being written right now, noted in the user's own state: the next coder clears away what a kill left behind. */

import { hash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { type LockOwner, thisProcess, withLock } from '../../base/files/file-lock.ts';
import { randomText } from '../../base/random.ts';

export interface WriteJournal {
  /** To be called before a temporary is made; the result, when it is gone. */
  temporary(path: string): () => void;
  /** To be called before the first of several files is replaced; the result, when all are, or none. */
  together(call: string, files: readonly ChangedFile[]): () => void;
  /** To be called before the first file is undone or redone, with what `takeBackUndo` needs; the result, when that is in the session's log. */
  undoing(what: unknown): () => void;
  /** Looks at a file and replaces it while no other coder of this user does. */
  alone(path: string, act: () => void): Promise<void>;
}

export interface ChangedFile {
  /** Absolute. */
  path: string;
  before: { bytes: Buffer; mode: number } | undefined;
  /** `null`: it is removed. */
  after: Buffer | null;
}

/** As it is on the disk. */
export interface Note {
  owner: LockOwner;
  temporary?: string;
  call?: string;
  files?: NotedFile[];
  undo?: unknown;
}

export interface NotedFile {
  path: string;
  /** Base64; `null`: there was none. */
  before: string | null;
  mode: number;
  /** SHA-256; `null`: none. */
  after: string | null;
}

export interface JournalPlaces {
  /** Of the project; only asked for when something is written. */
  notes(): string;
  /** Of all projects: one file may lie in two of them. */
  locks: string;
  /** coder has replaced that file. */
  onWritten?(path: string): void;
}

export function createWriteJournal({ notes, locks, onWritten }: JournalPlaces): WriteJournal {
  let owner: LockOwner | undefined;

  /** Where nothing can be noted, as on a full disk, files are written all the same. */
  function note(what: Omit<Note, 'owner'>): () => void {
    try {
      const folder = notes();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${randomText(16)}.json`);
      const remove = () => rmSync(file, { force: true });
      owner ??= thisProcess();
      try {
        writeFileSync(file, JSON.stringify({ owner, ...what } satisfies Note), { flag: 'wx', mode: 0o600 });
      } catch (error) {
        remove(); // a full disk leaves an empty one
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
        // Somebody else holds it, or what was to be done failed; a lock that cannot be made stops nothing.
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
