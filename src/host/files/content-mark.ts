/** A mark of what some files hold: another one whenever one of them changes, appears or goes. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';

export async function contentMark(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = createHash('sha256').update(await contentOf(resolve(root, path))); // of fixed length: no file can pass for two
    hash.update(`${path}\0`).update(content.digest());
  }
  return hash.digest('hex');
}

async function contentOf(path: string): Promise<Buffer | string> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code; // what cannot be read is known by why
  }
}
