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

/** The folder itself, then each parent folder up to `top` or the root; empty if it is not inside `top`. */
export function upwards(folder: string, top?: string): string[] {
  const folders = [folder];
  for (let path = folder; dirname(path) !== path; path = dirname(path)) folders.push(dirname(path));
  return top === undefined ? folders : folders.filter((each) => isInside(top, each));
}

/** The path from the folder to it, with `/` as git and the ignore files write it. */
export function relativeTo(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}

/** The path as shown to the person or the model: relative with `/` inside the folder, absolute outside. */
export function shownPath(folder: string, path: string): string {
  return isInside(folder, path) ? relativeTo(folder, path) : path;
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
