/** Lists the files below a folder as relative paths with `/`, sorted; links to folders are not followed. */

import { join } from 'node:path';
import { readableEntries } from './folder.ts';

export interface Below {
  /** How many levels of subfolders to enter. */
  depth: number;
  /** The search stops after this many files. */
  most: number;
  isWanted?(name: string): boolean;
}

/** Empty if the folder does not exist or cannot be read. Folders at the depth limit are listed like files. */
export function filesBelow(folder: string, { depth, most, isWanted = () => true }: Below): string[] {
  const found: string[] = [];
  look('', depth);
  return found.toSorted((a, b) => (a < b ? -1 : 1));

  function look(path: string, left: number): void {
    for (const entry of readableEntries(join(folder, path))) {
      if (found.length >= most) return;
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory() && left > 0) look(name, left - 1);
      if (isWanted(name) && !(entry.isDirectory() && left > 0)) found.push(name);
    }
  }
}
