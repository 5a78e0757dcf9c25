/** A hash over the contents of some files, which changes whenever one of them is changed, created or removed. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';

export async function contentMark(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = createHash('sha256').update(await contentOf(resolve(root, path))); // fixed length, so that one file cannot pass for two
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
    return code; // the error code takes the place of unreadable content
  }
}
