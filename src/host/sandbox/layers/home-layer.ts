/** Lists what commands wrote to the layer over the home folder, and copies single entries out of it. */

import { cpSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expandHome, isBelow } from '../../../base/files/paths.ts';

const MAX_LISTED = 200;

/** Changed files and links, and deleted ones (`-` before the name), relative to the home folder. */
export function layerChanges(upper: string): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (found.length >= MAX_LISTED) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else found.push(entry.isCharacterDevice() ? `-${relative(upper, path)}` : relative(upper, path));
    }
  };
  if (existsSync(upper)) walk(upper);
  return found.toSorted();
}

/** Copies one entry to the home folder; `undefined` on success. Links are copied, not followed, and never written through. */
export function keepFromLayer(upper: string, home: string, path: string): 'missing' | undefined {
  const name = nameInLayer(upper, home, path);
  if (name === undefined) return 'missing';
  cpSync(join(upper, name), join(home, name), { recursive: true, verbatimSymlinks: true, force: true });
  return undefined;
}

/** The path relative to the home folder; `undefined` if no command wrote it to the layer. */
export function nameInLayer(upper: string, home: string, path: string): string | undefined {
  const name = relative(home, resolve(home, expandHome(path, home)));
  const from = join(upper, name);
  return isBelow(upper, from) && lstatSync(from, { throwIfNoEntry: false }) ? name : undefined;
}
