/** Compares and formats absolute paths without `..`; never consults the disk. */

import { dirname, join, relative, sep } from 'node:path';

/** True for the folder itself and everything below it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || isBelow(folder, path);
}

export function isBelow(folder: string, path: string): boolean {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return path !== folder && path.startsWith(prefix);
}

/** The folder itself, then each parent folder up to the root. */
export function upwards(folder: string): string[] {
  const folders = [folder];
  for (let path = folder; dirname(path) !== path; path = dirname(path)) folders.push(dirname(path));
  return folders;
}

/** The path as shown to the person or the model: relative with `/` inside the folder, absolute outside. */
export function shownPath(folder: string, path: string): string {
  return isInside(folder, path) ? relative(folder, path).replaceAll(sep, '/') : path;
}

/** Replaces the home folder with `~`. */
export function withTilde(path: string, home: string | undefined): string {
  if (home === undefined || home === '/' || !isInside(home, path)) return path;
  return path === home ? '~' : `~/${shownPath(home, path)}`;
}

/** Expands a leading `~` to the home folder; a file named `~` cannot be reached this way. */
export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
