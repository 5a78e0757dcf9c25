/** A folder's tree as it was last seen. Each look reports what changed since the one before, at the cost of one `lstat` per file. */

import { type Dirent, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifReachable, linkIfReachable, lstatIfReachable } from '../../base/files/if-reachable.ts';
import { relativeTo } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import type { NamedText } from '../../base/named-text.ts';
import { type IgnoreRule, isIgnored, parseIgnoreFile } from '../search/ignore-rules.ts';
import { type Content, modeOf } from './file-state.ts';
import type { GitIndex } from './git-index.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { findRepository, openRepository, type Repository } from './repository.ts';

/** An entry as the last look found it. */
export interface Seen {
  kind: 'file' | 'link' | 'directory';
  mode: number;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  /** When the file itself was created, even if it was moved here later. */
  birthMs: number;
  ino: number;
  /** Target of a link; `undefined` for anything else. */
  target: string | undefined;
  home: Home | undefined;
  /** The file's content, once it has been kept. */
  content: Content | undefined;
  /** Why the content was not kept. */
  why: NamedText | undefined;
  /** True if git has the bytes: in the object named by `content`, or in the one at entry `sharedAt` of the index `sharedBy`. */
  isShared: boolean;
  sharedBy: GitIndex | undefined;
  sharedAt: number;
  /** Offset of the bytes in the scratch file, if they are there. */
  keptAt: number | undefined;
  /** Changed so shortly before the look that a later change could have left the same timestamp. */
  isRacy: boolean;
  round: number;
}

/** The repository that a folder belongs to, and the mapping from paths of the tree to paths of the repository. */
interface Home {
  repository: Repository;
  pathOf(path: string): string;
}

export interface TreeChange {
  path: string;
  before: Seen | undefined;
  after: Seen | undefined;
}

export interface Look {
  changes: TreeChange[];
  /** The first few ignored files and folders. */
  ignored: string[];
}

export interface Tree {
  /** All entries, keyed by path relative to the root. */
  readonly entries: ReadonlyMap<string, Seen>;
  look(signal: AbortSignal, pace?: Pacer): Promise<Look>;
}

/** Never entered: folders of version control and of coder, and one that a package manager can re-create. */
const OURS = new Set(['.git', '.hg', '.svn', '.coder']);
const MADE_AGAIN = 'node_modules';
const OUR_TEMPORARY = /^\.coder-[0-9a-f]{18}\.tmp$/;
const RACY_MS = 20;
const NAMED = 10;

/** A folder's contents when it was last read. */
interface Listing {
  stamp: string;
  inner: Folder;
  ignored: string[];
  children: { path: string; absolute: string; seen: Seen | undefined }[];
}

interface Folder {
  path: string;
  rules: readonly IgnoreRule[];
  home: Home | undefined;
}

export function createTree(root: string): Tree {
  const entries = new Map<string, Seen>();
  const listings = new Map<string, Listing>();
  const homes = new Map<string, Home | undefined>();
  let round = 0;

  /** Works in slices, so that keys are still handled and streams still flow meanwhile. */
  async function look(signal: AbortSignal, pace = createPacer()): Promise<Look> {
    round += 1;
    const now = Date.now();
    for (const home of homes.values()) home?.repository.refresh();
    const result: Look = { changes: [], ignored: [] };
    const folders: Folder[] = [top()];
    let found = 0;
    for (let folder = folders.pop(); folder && !signal.aborted; folder = folders.pop()) {
      const listing = list(folder, now);
      result.ignored.push(...listing.ignored.slice(0, NAMED - result.ignored.length));
      for (const child of listing.children) {
        if (pace.isDue()) await pace.rest();
        const known = child.seen;
        const seen = see(child.absolute, known, now);
        if (!seen) continue;
        found += 1;
        seen.round = round;
        if (seen.kind === 'directory') folders.push({ ...listing.inner, path: child.path });
        if (seen === known) continue;
        seen.home = listing.inner.home;
        child.seen = seen;
        entries.set(child.path, seen);
        result.changes.push({ path: child.path, before: known, after: seen });
      }
    }
    if (!signal.aborted && found < entries.size) result.changes.push(...removeGone());
    return result;
  }

  /** A folder's contents, read again only if its timestamps show that entries were added or removed. */
  function list(folder: Folder, now: number): Listing {
    const absolute = folder.path === '' ? root : `${root}/${folder.path}`;
    const stats = lstatIfReachable(absolute);
    const stamp = stats && stats.mtimeMs < now - RACY_MS ? `${stats.ino}:${stats.mtimeMs}:${stats.ctimeMs}` : '';
    const known = listings.get(folder.path);
    if (known && stamp !== '' && known.stamp === stamp) return known;
    const names = readFolder(absolute);
    const inner = enter(folder, names);
    const listing: Listing = { stamp, inner, ignored: [], children: [] };
    for (const entry of names) {
      if (OURS.has(entry.name) || OUR_TEMPORARY.test(entry.name)) continue;
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      const seen = entries.get(path);
      const isFolder = entry.isDirectory();
      if (entry.name !== MADE_AGAIN && !isLeftOut(path, isFolder, seen, inner)) {
        listing.children.push({ path, absolute: `${absolute}/${entry.name}`, seen });
      } else if (listing.ignored.length < NAMED) listing.ignored.push(isFolder ? `${path}/` : path);
    }
    listings.set(folder.path, listing);
    return listing;
  }

  function top(): Folder {
    const home = homes.get('') ?? homeOf(findRepository(root), '');
    homes.set('', home);
    return { path: '', rules: rulesAbove(root, home?.repository), home };
  }

  /** Applies the repository or ignore list found in a folder to everything below it. */
  function enter({ path, rules, home }: Folder, names: readonly Dirent[]): Folder {
    let inner: Folder = { path, rules, home };
    for (const { name } of names) {
      if (name === '.git' && path !== '') {
        const own = homes.get(path) ?? homeOf(openRepository(join(root, path)), path);
        homes.set(path, own);
        if (own) inner = { path, rules: [...inner.rules, ...own.repository.excludes(path)], home: own };
      } else if (name === '.gitignore') {
        inner = { ...inner, rules: [...inner.rules, ...readRules(join(root, path, name), path)] };
      }
    }
    return inner;
  }

  function homeOf(repository: Repository | undefined, folder: string): Home | undefined {
    if (!repository) return undefined;
    repository.refresh();
    const above = folder === '' ? relativeTo(repository.top, root) : '';
    const prefix = above === '' ? '' : `${above}/`;
    const cut = folder === '' ? 0 : folder.length + 1;
    return { repository, pathOf: (path) => prefix + (cut === 0 ? path : path.slice(cut)) };
  }

  function removeGone(): TreeChange[] {
    const gone: TreeChange[] = [];
    for (const [path, seen] of entries) {
      if (seen.round === round) continue;
      entries.delete(path);
      listings.delete(path);
      gone.push({ path, before: seen, after: undefined });
    }
    return gone;
  }

  return { entries, look };
}

/** Returns the known object if nothing changed, so that most looks allocate nothing. */
function see(path: string, known: Seen | undefined, now: number): Seen | undefined {
  const stats = lstatIfReachable(path);
  if (!stats) return undefined;
  if (known && isUnchanged(known, stats)) return known;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : '';
  if (kind === '') return undefined; // pipes, sockets, devices: nothing to put back
  // Every field is set at once and in a fixed order, because there is one such object per file.
  return {
    kind,
    mode: modeOf(stats),
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    birthMs: stats.birthtimeMs,
    ino: stats.ino,
    target: kind === 'link' ? linkIfReachable(path) : undefined,
    isRacy: kind === 'file' && stats.ctimeMs > now - RACY_MS,
    round: 0,
    home: undefined,
    content: undefined,
    why: undefined,
    isShared: false,
    sharedBy: undefined,
    sharedAt: 0,
    keptAt: undefined,
  };
}

function isUnchanged(known: Seen, stats: Stats): boolean {
  if (stats.isDirectory()) return known.kind === 'directory' && known.mode === modeOf(stats); // its timestamps only concern its entries
  return known.kind !== 'directory' && known.mode === modeOf(stats) && hasSameStamps(known, stats);
}

/** True if the content must be the same; permissions may differ. */
export function hasSameStamps(known: Seen, now: Pick<Stats, 'ino' | 'ctimeMs' | 'mtimeMs' | 'size'>): boolean {
  return (
    !known.isRacy &&
    known.ino === now.ino &&
    known.ctimeMs === now.ctimeMs &&
    known.mtimeMs === now.mtimeMs &&
    known.size === now.size
  );
}

/** Files that git tracks are never left out, nor are files that an earlier look covered. */
function isLeftOut(path: string, isFolder: boolean, known: Seen | undefined, { home, rules }: Folder): boolean {
  if (known || rules.length === 0) return false;
  if (!isFolder && home?.repository.index?.has(home.pathOf(path))) return false;
  return isIgnored(rules, path, isFolder);
}

/** Rules from the folders above, up to the top of the repository, and from the repository itself. */
function rulesAbove(root: string, repository: Repository | undefined): IgnoreRule[] {
  if (!repository) return [];
  const lists: IgnoreRule[][] = [];
  for (let folder = root; folder !== repository.top; folder = dirname(folder)) {
    const above = dirname(folder);
    const below = `${relativeTo(above, root)}/`;
    const rules = readRules(join(above, '.gitignore'), '');
    lists.unshift(rules.map((rule) => ({ ...rule, matches: (path) => rule.matches(below + path) })));
  }
  return [...repository.excludes(''), ...lists.flat()];
}

const MOST_RULES = 4 * 1024 * 1024;

function readRules(file: string, base: string): IgnoreRule[] {
  const read = ifReachable(() => readRegular(file, MOST_RULES)); // a pipe would block
  return read === undefined || typeof read === 'string' ? [] : parseIgnoreFile(read.bytes.toString('utf8'), base);
}

function readFolder(path: string): Dirent[] {
  return ifReachable(() => readdirSync(path, { withFileTypes: true })) ?? [];
}
