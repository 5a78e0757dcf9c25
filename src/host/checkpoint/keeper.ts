/** Keeps the files a command may change recoverable: clean files through git's objects, all others in a scratch file. */

import { join } from 'node:path';
import { contentOf, type FileState, MISSING, readSame } from './file-state.ts';
import type { Pacer } from './pacer.ts';
import type { Repository } from './repository.ts';
import type { Scratch } from './scratch.ts';
import { hasSameStamps, type Seen, type Tree, type TreeChange } from './tree.ts';
import { NO_ROOM, NO_TIME, tooLarge, UNREADABLE, unkept } from './unkept.ts';

export interface Keeper {
  /** Before a command: keeps whatever changed since the last look. After an abort, the remaining changes come first the next time. */
  keepAll(changes: readonly TreeChange[], signal: AbortSignal, pace: Pacer): Promise<void>;
  /** After a command: keeps the bytes of a file it wrote, for the next command, and records their hash. */
  keep(path: string, seen: Seen): void;
  /** The state as it was seen, with its bytes unless git has them. */
  recall(seen: Seen | undefined): { state: FileState; bytes?: Buffer };
}

export interface KeeperOptions {
  root: string;
  tree: Tree;
  scratch: Scratch;
  maxFileBytes: number;
  /** Whether git can supply the objects of this repository. */
  canShare(repository: Repository, oid: string): Promise<boolean>;
}

export function createKeeper({ root, tree, scratch, maxFileBytes, canShare }: KeeperOptions): Keeper {
  const shared = new Map<Repository, boolean>();
  let triedAt = -1;
  let waiting: readonly TreeChange[] = [];

  /** Asks once per repository, with the first object found. */
  async function askToShare(path: string, { home }: Seen): Promise<void> {
    if (!home || shared.has(home.repository)) return;
    const oid = home.repository.index?.oid(home.pathOf(path));
    if (oid !== undefined) shared.set(home.repository, await canShare(home.repository, oid));
  }

  /** Settles most files of a repository without reading them. */
  function findInGit(path: string, seen: Seen): boolean {
    const { home } = seen;
    if (!home || shared.get(home.repository) !== true) return false;
    const name = home.pathOf(path);
    const { index } = home.repository;
    const entry = index?.cleanEntry(name, seen);
    if (entry === undefined || home.repository.isConverted(name)) return false;
    seen.isShared = true;
    seen.sharedBy = index;
    seen.sharedAt = entry;
    return true;
  }

  function keep(path: string, seen: Seen): void {
    if (seen.kind !== 'file' || seen.content || seen.isShared) return;
    if (seen.size > maxFileBytes) {
      seen.why = tooLarge(seen.size);
      return;
    }
    const bytes = readSame(join(root, path), seen);
    if (!bytes) {
      seen.why = UNREADABLE;
      return;
    }
    const { home } = seen;
    const content = contentOf(bytes, home?.repository.format);
    seen.content = content;
    const isShared = home !== undefined && shared.get(home.repository) === true;
    if (isShared && home.repository.index?.oid(home.pathOf(path)) === content.oid)
      seen.isShared = true; // only the stamp differs
    else store(seen, bytes);
  }

  function store(seen: Seen, bytes: Buffer): void {
    seen.keptAt = scratch.put(bytes);
    if (seen.keptAt === undefined && scratch.used !== triedAt) {
      triedAt = scratch.used; // perhaps little of what was kept is still needed
      rebuild();
      seen.keptAt = scratch.put(bytes);
    }
    if (seen.keptAt === undefined) seen.why = NO_ROOM;
  }

  function rebuild(): void {
    const live = [...tree.entries.values()].filter((seen) => seen.keptAt !== undefined);
    const kept = live.reduce((sum, { size }) => sum + size, 0);
    if (kept > scratch.used / 2) return;
    const bytes = live.map((seen) => scratch.get(seen.keptAt ?? 0, seen.size));
    scratch.clear();
    for (const [index, seen] of live.entries()) seen.keptAt = scratch.put(bytes[index] ?? Buffer.alloc(0));
  }

  return {
    keep,
    async keepAll(changes, signal, pace) {
      const all = waiting.length > 0 ? [...waiting, ...changes] : changes;
      waiting = [];
      for (const [index, { path, before, after: seen }] of all.entries()) {
        if (pace.isDue()) {
          await pace.rest();
          if (signal.aborted) {
            waiting = all.slice(index);
            return;
          }
        }
        if (seen?.kind !== 'file') continue;
        if (before && hasSameStamps(before, seen)) takeOver(before, seen);
        if (seen.content || seen.isShared) continue;
        if (seen.home && !shared.has(seen.home.repository)) await askToShare(path, seen);
        if (!findInGit(path, seen)) keep(path, seen);
      }
    },
    recall(seen) {
      if (!seen) return { state: MISSING };
      switch (seen.kind) {
        case 'directory':
          return { state: { kind: 'directory', mode: seen.mode } };
        case 'link':
          return { state: { kind: 'link', target: seen.target ?? '' } };
        case 'file': {
          const { keptAt, isShared, mode, size, why = NO_TIME } = seen;
          const content = seen.content ?? (seen.sharedBy && { oid: seen.sharedBy.oidAt(seen.sharedAt) });
          if (!content) return { state: unkept(why) };
          const state: FileState = { kind: 'file', mode, size, content };
          if (keptAt !== undefined) return { state, bytes: scratch.get(keptAt, size) };
          return isShared ? { state } : { state: unkept(why) };
        }
      }
    },
  };
}

/** Carries over what is known of a file that only looked changed. */
function takeOver(before: Seen, after: Seen): void {
  after.content = before.content;
  after.keptAt = before.keptAt;
  after.isShared = before.isShared;
  after.sharedBy = before.sharedBy;
  after.sharedAt = before.sharedAt;
}
