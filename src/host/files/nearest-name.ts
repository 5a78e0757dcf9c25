/** For a path that does not exist, finds the existing name most like it. */

import { join } from 'node:path';
import { readableEntries, readableNames } from '../../base/files/folder.ts';
import { nearest } from '../../base/text/nearest.ts';
import { SKIPPED_FOLDERS } from './skipped-folders.ts';

const MAX_NAMES = 2000;

export function nearestName(folder: string, name: string): string | undefined {
  const names = readableNames(folder).slice(0, MAX_NAMES);
  return nearest(name, names) ?? names.find((other) => stem(other) === stem(name));
}

const MAX_FOLDERS = 400;

/** The path of the only file with this name below `root`; `undefined` if there is none or more than one. */
export function onlyNamed(root: string, name: string): string | undefined {
  const found: string[] = [];
  const folders = [''];
  for (let at = 0; at < folders.length && at < MAX_FOLDERS; at++) {
    const folder = folders[at] ?? '';
    for (const entry of readableEntries(join(root, folder)).slice(0, MAX_NAMES)) {
      const path = join(folder, entry.name);
      if (entry.name === name && entry.isFile()) found.push(path);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED_FOLDERS.has(entry.name)) folders.push(path);
    }
    if (found.length > 1) return undefined;
  }
  return found[0];
}

/** `util` for `util.ts`: the right name with the wrong extension is the likeliest slip. */
function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}
