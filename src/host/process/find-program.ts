/** Finds a program on PATH once, by its absolute path, and never one that a project brought along. */

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';

export async function findProgram(
  name: string,
  path: string | undefined,
  avoid: readonly string[],
): Promise<string | undefined> {
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue; // `.` and the empty entry mean wherever we are
    const real = executable(join(folder, name));
    if (real && !avoid.some((root) => isInside(root, real) || isInside(root, folder))) return real;
  }
  return undefined;
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK); // calls that are over at once: a trip to the thread pool for each takes longer
    return statSync(file).isFile() ? realpathSync(file) : undefined;
  } catch {
    return undefined; // not there or not for us: the next folder may have it
  }
}
