/** How paths relate and how they are shown. They are absolute and without `..`; the disk is not consulted. */

import { dirname, join, relative, sep } from 'node:path';

/** Below the folder, or the folder itself. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || isBelow(folder, path);
}

export function isBelow(folder: string, path: string): boolean {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return path !== folder && path.startsWith(prefix);
}

/** The folder itself, then each folder it is in, up to the root of the disk. */
export function upwards(folder: string): string[] {
  const folders = [folder];
  for (let path = folder; dirname(path) !== path; path = dirname(path)) folders.push(dirname(path));
  return folders;
}

/** As a person or the model reads it: relative with `/` inside the folder, absolute outside. */
export function shownPath(folder: string, path: string): string {
  return isInside(folder, path) ? relative(folder, path).replaceAll(sep, '/') : path;
}

/** `~` is the home folder; a file of that name is not reachable by it. */
export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
