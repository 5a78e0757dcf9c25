/** The one path resolver: every path of every tool goes through here, component by component, following links. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { expandHome, isInside } from '../../base/files/paths.ts';
import {
  type Entry,
  type Expected,
  moveEntry,
  type ReplaceOptions,
  readEntry,
  removeEntry,
  replaceEntry,
} from './file-access.ts';
import { nearestName, onlyNamed } from './nearest-name.ts';
import { isNeverWritten } from './never-written.ts';
import { openFolder } from './open-folder.ts';
import { type PathKind, type Walked, walkPath } from './walk-path.ts';
import { isWithheld } from './withheld.ts';
import type { ChangedFile, WriteJournal } from './write-journal.ts';

export interface ResolvedPath {
  /** Absolute path with every link resolved, even if the entry does not exist yet. */
  absolute: string;
  /** Relative to the root if inside it, absolute otherwise. */
  display: string;
  inside: boolean;
  /** Inside the workspace but not to be written: `.git/hooks`, `.git/config`, coder's own config. */
  protected: boolean;
  /** The file holds coder's own keys and is treated as if it were outside. */
  withheld?: true;
  kind: PathKind;
}

export interface Workspace {
  readonly root: string;
  readonly roots: readonly string[];
  /** Resolves where a path leads; never throws merely because that is outside. */
  resolve(path: string): Promise<ResolvedPath>;
  /** Resolves a path inside the roots, existing or not; throws `CoderError('outside')` otherwise. */
  inside(path: string): Promise<ResolvedPath>;
  /** Resolves a path that exists; throws `missing` with the nearest name otherwise. */
  existing(path: string): Promise<ResolvedPath>;
  /** Resolves a folder; throws `missing` or `not-a-directory` otherwise. */
  folder(path: string): Promise<ResolvedPath>;
  /** Resolves anything but a folder; throws `missing` or `not-a-file` otherwise. Reading it checks that it is a regular file. */
  file(path: string): Promise<ResolvedPath>;
  /** Resolves a path that tools may write to, existing or not; throws `outside` or `protected` otherwise. */
  writable(path: string): Promise<ResolvedPath>;
  /**
   * Reads a regular file inside the roots, verified again on the open handle; throws `CoderError('outside' | 'missing' | 'not-a-file' |
   * 'too-large' | …)` otherwise.
   */
  readFile(path: string, options?: { offset?: number; length?: number; maxBytes?: number }): Promise<ReadFile>;
  /** Writes atomically, creates parents, keeps the mode and follows no swapped link. Throws `stale` if the file does not match `over`. */
  writeFile(path: string, bytes: Uint8Array, options?: ReplaceOptions): Promise<void>;
  /** Removes the file, or the link itself but never its target. */
  removeFile(path: string, options?: { over?: Expected }): Promise<void>;
  /** Moves the file or the link itself and creates parents; a file at `to` is replaced. */
  renameFile(from: string, to: string): Promise<void>;
  /** Runs a call's change of several files. If coder is killed during it, the next coder restores them. */
  together<T>(call: string, files: readonly ChangedFile[], work: () => Promise<T>): Promise<T>;
}

export interface ReadFile {
  bytes: Buffer;
  absolute: string;
  display: string;
  /** Size of the whole file, which may be larger than `bytes`. */
  size: number;
  mode: number;
  mtimeMs: number;
  ino: number;
}

export interface WorkspaceOptions {
  root: string;
  extraRoots?: readonly string[];
  /** Files that no tool may see: coder's own keys. */
  withheld?: readonly string[];
  /** Works through open handles (`/proc/self/fd`); by default, if the system has them. */
  throughHandles?: boolean;
  /** If absent, a kill may leave files behind, and other coders are not waited for. */
  journal?: WriteJournal;
}

interface LocatedPath extends ResolvedPath {
  /** The root that contains the path, and the components below it; both empty if the path is outside. */
  home: string;
  parts: string[];
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { throughHandles = existsSync('/proc/self/fd'), journal } = options;
  const root = realFolder(options.root);
  const roots = [root, ...(options.extraRoots ?? []).map(realFolder)];
  let itself: LocatedPath | undefined;

  function locate(path: string): LocatedPath {
    if (path === '.') return here();
    const walked = walkPath(root, cleanPath(path));
    const isDoubtful = walked.kind === 'missing' || walked.absolute === root;
    if (isDoubtful && !existsSync(root)) throw gone(root);
    return place(walked);
  }

  /** A shortcut for `.`, which every call resolves: nothing has to be walked. */
  function here(): LocatedPath {
    if (!existsSync(root)) throw gone(root);
    itself ??= place({ absolute: root, kind: 'folder' });
    return itself;
  }

  /** Locates the entry itself: links in its folder are followed, but not the last component. */
  function locateEntry(path: string): LocatedPath {
    const clean = cleanPath(path);
    const name = basename(clean);
    if (name === '' || name === '.' || name === '..') return locate(path);
    const folder = walkPath(root, dirname(clean));
    return place({ absolute: join(folder.absolute, name), kind: 'file' });
  }

  function place({ absolute, kind, stats }: Walked): LocatedPath {
    const home = roots.find((candidate) => isInside(candidate, absolute));
    if (isWithheld(absolute, options.withheld ?? [], stats))
      return { absolute, display: absolute, inside: false, protected: true, withheld: true, kind, home: '', parts: [] };
    if (home === undefined) {
      return { absolute, display: absolute, inside: false, protected: false, kind, home: '', parts: [] };
    }
    const parts = absolute.slice(home.length).split(sep).filter(Boolean); // both are resolved: nothing to normalise
    const display = home === root ? parts.join('/') || '.' : absolute;
    return { absolute, display, inside: true, protected: isNeverWritten(parts), kind, home, parts };
  }

  function requireExisting(path: string, what: 'file' | 'folder'): LocatedPath {
    const place = requireInside(locate(path), path);
    if (place.kind === 'missing') throw missing(path, what);
    return place;
  }

  function missing(path: string, what: 'file' | 'folder'): CoderError {
    const said = `no such ${what}: ${path}`;
    const elsewhere = what === 'file' ? onlyNamed(root, basename(path)) : undefined;
    if (elsewhere !== undefined) return new CoderError('missing', `${said}. There is ${elsewhere}.`);
    const folder = locate(dirname(path));
    if (!folder.inside || folder.kind !== 'folder') {
      return new CoderError('missing', `${said}. The folder it would be in does not exist either.`);
    }
    const like = nearestName(folder.absolute, basename(path));
    if (like === undefined) return new CoderError('missing', `${said}. Use glob or list to find it.`);
    const nearest = join(dirname(path), like);
    return new CoderError('missing', `${said}. Did you mean ${nearest}?`, { details: { nearest } });
  }

  async function withEntry<T>(place: LocatedPath, create: boolean, use: (entry: Entry) => Promise<T>): Promise<T> {
    const name = place.parts.at(-1);
    if (name === undefined) throw new CoderError('not-a-file', `not a regular file: ${place.display} is a directory`);
    using folder = openFolder(place.home, place.parts.slice(0, -1), { create, throughHandles });
    return await use({ folder, name, shown: place.display, absolute: place.absolute, journal });
  }

  return {
    root,
    roots,
    resolve: async (path) => resolved(locate(path)),
    inside: async (path) => resolved(requireInside(locate(path), path)),
    existing: async (path) => resolved(requireExisting(path, 'file')),
    async folder(path) {
      const place = requireExisting(path, 'folder');
      if (place.kind === 'folder') return resolved(place);
      throw new CoderError('not-a-directory', `${place.display} is a file, not a folder.`);
    },
    async file(path) {
      const place = requireExisting(path, 'file');
      if (place.kind !== 'folder') return resolved(place);
      throw new CoderError('not-a-file', `${place.display} is a folder, not a file. See what is in it with list.`);
    },
    writable: async (path) => resolved(requireWritable(locate(path), path)),
    async readFile(path, range = {}) {
      const place = requireInside(locate(path), path);
      const { bytes, stats } = await withEntry(place, false, (entry) => readEntry(entry, range));
      const { absolute, display } = place;
      return {
        bytes,
        absolute,
        display,
        size: stats.size,
        mode: stats.mode & 0o7777,
        mtimeMs: stats.mtimeMs,
        ino: stats.ino,
      };
    },
    async writeFile(path, bytes, options = {}) {
      const place = requireWritable(locate(path), path);
      await withEntry(place, true, (entry) => replaceEntry(entry, bytes, options));
    },
    async removeFile(path, { over } = {}) {
      const place = requireWritable(locateEntry(path), path);
      await withEntry(place, false, (entry) => removeEntry(entry, over));
    },
    async renameFile(from, to) {
      const source = requireWritable(locateEntry(from), from);
      const target = requireWritable(locateEntry(to), to);
      await withEntry(source, false, (old) => withEntry(target, true, (next) => moveEntry(old, next)));
    },
    async together(call, files, work) {
      const isOver = files.length > 1 ? journal?.together(call, files) : undefined;
      try {
        return await work();
      } finally {
        isOver?.();
      }
    },
  };
}

function resolved({ absolute, display, inside, protected: isProtected, withheld, kind }: LocatedPath): ResolvedPath {
  return { absolute, display, inside, protected: isProtected, ...(withheld && { withheld }), kind };
}

function requireInside(place: LocatedPath, path: string): LocatedPath {
  if (place.inside) return place;
  if (place.withheld)
    throw new CoderError('withheld', `${path} holds keys of coder itself: no tool reads or changes it.`);
  const leads = place.absolute === path ? '' : ` (leads to ${place.absolute})`;
  throw new CoderError('outside', `path outside workspace: ${path}${leads}`);
}

function requireWritable(place: LocatedPath, path: string): LocatedPath {
  requireInside(place, path);
  if (!place.protected) return place;
  throw new CoderError('protected', `protected path: ${place.display} is not written by tools. Change it yourself.`);
}

function cleanPath(path: string): string {
  if (path.includes('\0')) throw new CoderError('bad-path', 'a path cannot hold a NUL character');
  return path.startsWith('~') ? expandHome(path, homedir()) : path;
}

/** The error for everything attempted after the root has vanished while coder runs. */
function gone(root: string): CoderError {
  const text = `The folder ${root} is gone: it was removed or moved. Nothing can be done here until it is back.`;
  return new CoderError('workspace-gone', text);
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new CoderError('missing', `no such directory: ${path}`, { cause: error });
  }
  throw new CoderError('not-a-directory', `not a directory: ${path}`);
}
