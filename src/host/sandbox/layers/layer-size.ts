/** Measures how much commands wrote to a layer, in the background and only up to the limit. */

import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';

/** Bytes on the disk; stops counting above `most`. */
export async function layerBytes(folder: string, most: number): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && bytes <= most; next = folders.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        else if (entry.isFile()) bytes += (await lstat(path)).blocks * 512;
        if (bytes > most) break;
      }
    } catch (error) {
      if (codeOf(error) === undefined) throw error; // deleted meanwhile, or made unreadable
    }
  }
  return bytes;
}
