/** Saves the bulk of a tool result in a private file of the cache, so that the conversation only needs a pointer to it. */

import { lstatSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { shownPath } from '../../base/files/paths.ts';
import { makeStateFolder } from '../../base/files/state-folder.ts';
import { randomText } from '../../base/random.ts';
import { cleanCache } from './clean-cache.ts';

/** Returns the path in the form tools accept; `undefined` if the file cannot be written, which does not stop the conversation. */
export function createResultSaver(
  root: string,
  folder: string,
  mask: (text: string) => string,
): (callId: string, text: string) => Promise<string | undefined> {
  let isClean = false;
  return async (callId, text) => {
    const name = callId.replace(/[^\w-]/g, '_').slice(0, 60);
    const path = join(folder, `${name}-${randomText(6)}.txt`); // models reuse the same call ids in every session
    try {
      makeStateFolder(dirname(folder));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!lstatSync(folder).isDirectory()) return undefined; // a link planted in a repository is not followed
      if (!isClean) await cleanCache(folder);
      isClean = true;
      await writeFile(path, mask(text), { flag: 'wx', mode: 0o600 });
      return shownPath(root, path);
    } catch (error) {
      if (error instanceof CoderError || codeOf(error) !== undefined) return undefined; // disk full, read-only, a link in the way
      throw error;
    }
  };
}
