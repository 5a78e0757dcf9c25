/** A folder below a root held open, so that a name in it keeps its meaning while others rename and link. */

import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';

export interface Directory {
  /** The path to work with for a name in this folder. */
  at(name: string): string;
  /** Throws `changed` if the folder is no longer what was opened, or the file at `name` is not the one that was. */
  verify(name?: string, file?: { dev: number; ino: number }): void;
  [Symbol.dispose](): void;
}

export interface OpenDirectoryOptions {
  /** Make what is missing on the way. */
  create: boolean;
  /** `/proc/self/fd` is there: names are looked up through the open handle. */
  throughHandles: boolean;
}

// A link or a file in the place of a folder fails to open.
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** An attacker who swaps a folder and its stand-in would have to hit every gap between so many looks by name. */
const LOOKS = 16;

/** `parts` are real already: a link met on the way was put there meanwhile, and is refused. */
export function openDirectory(root: string, parts: readonly string[], options: OpenDirectoryOptions): Directory {
  return options.throughHandles
    ? openThroughHandles(root, parts, options.create)
    : openByName(root, parts, options.create);
}

function openThroughHandles(root: string, parts: readonly string[], create: boolean): Directory {
  let handle = openFolder(root, root);
  for (const [index, name] of parts.entries()) {
    const path = `/proc/self/fd/${handle}/${name}`;
    try {
      const shown = join(root, ...parts.slice(0, index + 1));
      if (create) makeFolder(path, shown);
      const next = openFolder(path, shown);
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

function openFolder(path: string, shown: string): number {
  try {
    return openSync(path, FOLDER);
  } catch (error) {
    throw asRefusal(error, shown);
  }
}

/** Where no handle leads on, each folder's identity is noted and compared again around every use. */
function openByName(root: string, parts: readonly string[], create: boolean): Directory {
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
      for (let look = 0; look < LOOKS; look += 1) {
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
    if (!stats.isDirectory()) throw notADirectory(path);
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
      return notADirectory(path);
    case 'ENOENT':
      return new CoderError('missing', `no such directory: ${path}`, { cause: error });
    default:
      return error;
  }
}

function notADirectory(path: string): CoderError {
  return new CoderError('not-a-directory', `not a directory: ${path}`);
}

export function noSpace(path: string): CoderError {
  return new CoderError(
    'no-space',
    `${path} is as it was: there is no space left on its disk. Free some and try again.`,
  );
}

export function changed(path: string): CoderError {
  return new CoderError('changed', `path changed while it was used: ${path}. Try again.`);
}
