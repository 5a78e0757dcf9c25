/** What commands wrote to the layer over the home folder: listed, and copied out one by one. */

import { cpSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { isInside } from '../../../base/files/paths.ts';

const MAX_LISTED = 200;

/** Relative to the home folder; files, links and what was deleted (`-` before the name). */
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

/** Copies one out; `undefined`: done. A link is not followed out of the home folder, and a place that is a link is not written through. */
export function keepFromLayer(upper: string, home: string, path: string): 'missing' | undefined {
  const name = isAbsolute(path) ? relative(home, path) : path.replace(/^~\//, '');
  const from = join(upper, name);
  if (name === '' || !isInside(upper, from) || from === upper || !lstatSync(from, { throwIfNoEntry: false }))
    return 'missing';
  cpSync(from, join(home, name), { recursive: true, verbatimSymlinks: true, force: true });
  return undefined;
}
