/** Finds a program's absolute path on PATH, but never a program that a project brought along. */

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';

export async function findProgram(
  name: string,
  path: string | undefined,
  avoid: readonly string[],
): Promise<string | undefined> {
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue; // `.` and the empty entry mean the current folder
    const real = executable(join(folder, name));
    if (real && !avoid.some((root) => isInside(root, real) || isInside(root, folder))) return real;
  }
  return undefined;
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK); // synchronous, because these calls take less time than a trip to the thread pool
    return statSync(file).isFile() ? realpathSync(file) : undefined;
  } catch {
    return undefined; // missing or not executable for us; the next folder may have it
  }
}
