/** Ignored files whose loss does not matter: copies of files in the repository's other working copy, and files that can be regenerated. */

import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Folders filled by a package manager, a compiler or a test runner. */
const REMADE = new Set([
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
  '.tox',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  'target',
  '.gradle',
  '.next',
  '.nuxt',
  '.turbo',
  '.parcel-cache',
  '.cache',
]);
/** coder's own files; sessions are not among them. */
const OWN = /^\.coder\/(?:cache|snapshots|[^/]*\.(?:lock|tmp)|\.gitignore)(?:\/|$)/;
const LARGEST_COMPARED = 64 * 1024 * 1024;

/** `path` is relative, as git lists it: a folder ends with `/`. */
export function remakable(path: string): boolean {
  const parts = path.split('/');
  const folders = path.endsWith('/') ? parts : parts.slice(0, -1);
  return folders.some((part) => REMADE.has(part)) || OWN.test(path);
}

/** True if every file below the path is also in the other working copy, byte for byte. */
export function sameAsSource(folder: string, path: string, source: string | undefined): boolean {
  return source !== undefined && isSame(join(folder, path), join(source, path));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (!a) return true; // already gone
  if (a.isDirectory() && !b) return readdirSync(one).every((name) => isSame(join(one, name), join(other, name))); // only folders in it
  if (!b) return false;
  if (a.isSymbolicLink()) return b.isSymbolicLink() && readlinkSync(one) === readlinkSync(other);
  if (a.isDirectory())
    return b.isDirectory() && readdirSync(one).every((name) => isSame(join(one, name), join(other, name)));
  if (!a.isFile() || !b.isFile() || a.size !== b.size || a.size > LARGEST_COMPARED) return false;
  return readFileSync(one).equals(readFileSync(other));
}
