/** A folder below a root, held open so that names in it keep their meaning while other programs rename entries and create links. */

import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';

export interface OpenFolder {
  /** The path to use for a name in this folder. */
  at(name: string): string;
  /** Throws `changed` if the folder is no longer the one that was opened, or `name` is no longer the given file. */
  verify(name?: string, file?: { dev: number; ino: number }): void;
  [Symbol.dispose](): void;
}

export interface OpenFolderOptions {
  /** Creates missing folders on the way. */
  create: boolean;
  /** `/proc/self/fd` is available, so names are looked up through the open handle. */
  throughHandles: boolean;
}

// Fails to open a link or a file in the place of a folder.
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** An attacker who swaps a folder back and forth would have to hit every gap between this many lookups by name. */
const CHECKS = 16;

/** `parts` must already be free of links: a link on the way was put there in the meantime and is refused. */
export function openFolder(root: string, parts: readonly string[], options: OpenFolderOptions): OpenFolder {
  return options.throughHandles
    ? openThroughHandles(root, parts, options.create)
    : openByName(root, parts, options.create);
}

function openThroughHandles(root: string, parts: readonly string[], create: boolean): OpenFolder {
  let handle = openHandle(root, root);
  for (const [index, name] of parts.entries()) {
    const path = `/proc/self/fd/${handle}/${name}`;
    try {
      const shown = join(root, ...parts.slice(0, index + 1));
      if (create) makeFolder(path, shown);
      const next = openHandle(path, shown);
      closeSync(handle);
      handle = next;
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }
  return {
    at: (name) => `/proc/self/fd/${handle}/${name}`,
    verify: (name, file) => requireSame(`/proc/self/fd/${handle}/${name}`, name, file),
    [Symbol.dispose]: () => closeSync(handle),
  };
}

function openHandle(path: string, shown: string): number {
  try {
    return openSync(path, FOLDER);
  } catch (error) {
    throw asRefusal(error, shown);
  }
}

/** Without handles, notes each folder's identity and compares it again around every use. */
function openByName(root: string, parts: readonly string[], create: boolean): OpenFolder {
  const seen: { path: string; identity: string }[] = [];
  let path = root;
  for (const name of ['', ...parts]) {
    path = join(path, name);
    if (create && name !== '') makeFolder(path, path);
    seen.push({ path, identity: identityOf(path) });
  }
  return {
    at: (name) => join(path, name),
    verify(name, file) {
      for (let check = 0; check < CHECKS; check += 1) {
        for (const folder of seen) if (identityOf(folder.path) !== folder.identity) throw changed(folder.path);
        requireSame(join(path, name ?? ''), name, file);
      }
    },
    [Symbol.dispose]: () => undefined,
  };
}

function requireSame(path: string, name: string | undefined, file: { dev: number; ino: number } | undefined): void {
  if (name === undefined || file === undefined) return;
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (now?.ino !== file.ino || now.dev !== file.dev) throw changed(name);
}

function identityOf(path: string): string {
  try {
    const stats = lstatSync(path, { bigint: true });
    if (stats.isSymbolicLink()) throw changed(path);
    if (!stats.isDirectory()) throw notAFolder(path);
    return `${stats.dev}:${stats.ino}`;
  } catch (error) {
    throw asRefusal(error, path);
  }
}

function makeFolder(path: string, shown: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw asRefusal(error, shown);
  }
}

function asRefusal(error: unknown, path: string): unknown {
  switch (codeOf(error)) {
    case 'ELOOP':
      return changed(path);
    case 'ENOTDIR':
      return notAFolder(path);
    case 'ENOENT':
      return new CoderError('missing', `no such directory: ${path}`, { cause: error });
    default:
      return error;
  }
}

function notAFolder(path: string): CoderError {
  return new CoderError('not-a-directory', `not a directory: ${path}`);
}

export function noSpace(path: string): CoderError {
  return new CoderError(
    'no-space',
    `${path} was not changed: there is no space left on its disk. Free some and try again.`,
  );
}

export function changed(path: string): CoderError {
  return new CoderError('changed', `path changed while it was used: ${path}. Try again.`);
}
