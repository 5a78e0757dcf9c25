/** Keeps the bulk of a tool result in a private file of the cache, so that the conversation can do with a pointer to it. */

import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { CoderError, codeOf } from '../base/errors.ts';
import { makeStateFolder } from '../base/state-folder.ts';

/** The path as tools take it; nothing where it cannot be written: the conversation goes on without. */
export function createResultSaver(
  root: string,
  folder: string,
  mask: (text: string) => string,
): (callId: string, text: string) => Promise<string | undefined> {
  return async (callId, text) => {
    const path = join(folder, `${callId.replace(/[^\w-]/g, '_').slice(0, 80)}.txt`);
    try {
      makeStateFolder(dirname(folder));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!lstatSync(folder).isDirectory()) return undefined; // a link planted in a repository is not followed
      if (!existsSync(path)) await writeFile(path, mask(text), { flag: 'wx', mode: 0o600 });
      return relative(root, path).replaceAll('\\', '/');
    } catch (error) {
      if (error instanceof CoderError || codeOf(error) !== undefined) return undefined; // full, read-only, a link in the way
      throw error;
    }
  };
}
