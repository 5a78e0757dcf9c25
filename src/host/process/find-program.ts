/** Finds a program on PATH once, by its absolute path, and never one that a project brought along. */

import { access, constants, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';

export async function findProgram(
  name: string,
  path: string | undefined,
  avoid: readonly string[],
): Promise<string | undefined> {
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue; // `.` and the empty entry mean wherever we are
    const real = await executable(join(folder, name));
    if (real && !avoid.some((root) => isInside(root, real) || isInside(root, folder))) return real;
  }
  return undefined;
}

async function executable(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() ? await realpath(file) : undefined;
  } catch {
    return undefined; // not there or not for us: the next folder may have it
  }
}
