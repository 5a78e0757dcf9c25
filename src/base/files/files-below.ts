/** The files below a folder, named from it with `/`, in order; links to folders are not followed. */

import { join } from 'node:path';
import { readableEntries } from './folder.ts';

export interface Below {
  /** How many folders deep. */
  depth: number;
  /** Looking ends after so many. */
  most: number;
  isWanted?(name: string): boolean;
}

/** None if there is no such folder, or none that can be read. */
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
