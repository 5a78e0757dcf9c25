/** What the person trusts of a project: paths and hashes with copies, in the person's state, where no repository can put anything. */

import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { withLock } from '../base/files/file-lock.ts';
import { readIfThere } from '../base/files/read-if-there.ts';
import { isPlainObject } from '../base/schema.ts';
import type { TrustItem, TrustPart } from '../protocol/trust.ts';
import { keepAside, projectKey } from './grants.ts';

export interface TrustedItem {
  name: string;
  at: number;
  parts: readonly Pick<TrustPart, 'path' | 'effect' | 'mark' | 'size'>[];
}

/** Identifies the repository that a folder is a working copy of. */
export interface Repository {
  /** Where its objects are stored. */
  store?: string;
  remote?: string;
}

export interface TrustRecord {
  /** Items by name; empty if the file is damaged, which is then set aside at the next change. */
  load(): ReadonlyMap<string, TrustedItem>;
  /** Other working copies of the same repository in which something is trusted. */
  kin(repository: Repository): { root: string; items: ReadonlyMap<string, TrustedItem> }[];
  accept(items: readonly TrustItem[], repository: Repository, signal: AbortSignal): Promise<void>;
  revoke(names: readonly string[], signal: AbortSignal): Promise<number>;
  /** The text of a part as it was trusted, in this project or in `root`; `undefined` if it was too big to keep, or is not text. */
  copy(mark: string, root?: string): string | undefined;
}

const LARGEST_COPY = 256 * 1024;
const MOST_KIN = 500;

interface Stored extends Repository {
  root: string;
  items: TrustedItem[];
}

export function trustRecord(home: string, root: string): TrustRecord {
  const projects = join(home, 'projects');
  let file: string | undefined;
  /** The file as last read; another coder may have changed it since. */
  let read: { state: string; items: ReadonlyMap<string, TrustedItem> } | undefined;
  const folderOf = (of: string) => join(projects, projectKey(of));
  const change = async <R>(
    signal: AbortSignal,
    next: (stored: Stored) => { stored: Stored; result: R },
  ): Promise<R> => {
    const folder = folderOf(root);
    const file = join(folder, 'trust.json');
    mkdirSync(join(folder, 'trust'), { recursive: true, mode: 0o700 });
    return withLock(`${file}.lock`, signal, async () => {
      const before = readStored(file);
      if (before === 'damaged') keepAside(file);
      const { stored, result } = next(before === 'damaged' || !before ? { root, items: [] } : before);
      await writeAtomic(file, `${JSON.stringify({ version: 1, ...stored }, null, 2)}\n`, {
        mode: 0o600,
        durable: true,
      });
      return result;
    });
  };
  return {
    load() {
      if (!existsSync(projects)) return new Map(); // avoids computing the key for nothing
      file ??= join(folderOf(root), 'trust.json');
      const stats = statSync(file, { throwIfNoEntry: false });
      const state = `${stats?.ino} ${stats?.mtimeMs} ${stats?.size}`;
      if (read?.state === state) return read.items;
      const stored = readStored(file);
      read = { state, items: byName(stored === 'damaged' ? undefined : stored) };
      return read.items;
    },
    kin(repository) {
      if (repository.store === undefined && repository.remote === undefined) return [];
      const names = existsSync(projects) ? readdirSync(projects).slice(0, MOST_KIN) : [];
      const all = names.map((name) => readStored(join(projects, name, 'trust.json')));
      return all
        .filter((stored) => stored !== undefined && stored !== 'damaged')
        .filter(({ root: other, ...own }) => other !== root && isSame(own, repository))
        .map((stored) => ({ root: stored.root, items: byName(stored) }));
    },
    async accept(items, repository, signal) {
      const copies = join(folderOf(root), 'trust');
      mkdirSync(copies, { recursive: true, mode: 0o700 });
      for (const { mark, bytes } of items.flatMap(({ parts }) => parts))
        if (bytes.length <= LARGEST_COPY && isText(bytes))
          await writeAtomic(join(copies, copyName(mark)), bytes, { mode: 0o600 });
      const at = Date.now();
      const names = new Set(items.map(({ name }) => name));
      await change(signal, (stored) => ({
        stored: {
          root,
          ...repository,
          items: [
            ...stored.items.filter(({ name }) => !names.has(name)),
            ...items.map(({ name, parts }) => ({
              name,
              at,
              parts: parts.map(({ path, effect, mark, size }) => ({ path, effect, mark, size })),
            })),
          ],
        },
        result: undefined,
      }));
    },
    revoke: (names, signal) =>
      change(signal, (stored) => {
        const items = stored.items.filter(({ name }) => !names.includes(name));
        return { stored: { ...stored, items }, result: stored.items.length - items.length };
      }),
    copy(mark, of = root) {
      return existsSync(of) ? readIfThere(join(folderOf(of), 'trust', copyName(mark))) : undefined;
    },
  };
}

/** Only the hash; the suffixes of a mark do not depend on the bytes. */
function copyName(mark: string): string {
  return mark.slice(0, 64);
}

function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && Buffer.from(bytes.toString('utf8')).equals(bytes);
}

function isSame(own: Repository, other: Repository): boolean {
  const isShared = (a: string | undefined, b: string | undefined) => a !== undefined && a === b;
  return isShared(own.store, other.store) || isShared(own.remote, other.remote);
}

function byName(stored: Stored | undefined): ReadonlyMap<string, TrustedItem> {
  return new Map((stored?.items ?? []).map((item) => [item.name, item]));
}

/** `damaged`: the file exists but cannot be trusted, so nothing counts as trusted. */
function readStored(file: string): Stored | 'damaged' | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value) || value.version !== 1 || typeof value.root !== 'string') return 'damaged';
    const { root, store, remote, items } = value;
    if (!Array.isArray(items) || !items.every(isItem)) return 'damaged';
    return {
      root,
      ...(typeof store === 'string' && { store }),
      ...(typeof remote === 'string' && { remote }),
      items,
    };
  } catch {
    return 'damaged'; // not JSON
  }
}

function isItem(value: unknown): value is TrustedItem {
  if (!isPlainObject(value) || typeof value.name !== 'string' || typeof value.at !== 'number') return false;
  return Array.isArray(value.parts) && value.parts.every(isPart);
}

function isPart(value: unknown): boolean {
  if (!isPlainObject(value) || typeof value.path !== 'string' || typeof value.size !== 'number') return false;
  return /^[0-9a-f]{64}/.test(String(value.mark)) && (value.effect === 'runs' || value.effect === 'speaks');
}
