/** Imports folders that tools may work in, but only existing ones, because coder does not start with a missing folder. */

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { expandHome } from '../../base/files/paths.ts';
import { type FoundKey, leave, take } from './found-key.ts';
import { why } from './why.ts';

export function importFolders(file: string, key: string, folders: readonly string[], home: string): FoundKey[] {
  const isThere = (folder: string) => {
    const path = expandHome(folder, home);
    return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  };
  const there = folders.filter(isThere);
  return [
    ...(there.length > 0 ? [take(file, key, ['add_dirs'], there)] : []),
    ...folders
      .filter((folder) => !isThere(folder))
      .map((folder) => leave(file, `${key} ${folder}`, why('noSuchFolder'))),
  ];
}
