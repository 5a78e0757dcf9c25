/** The disk as it is for the person, outside. */

import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Outside } from './evidence-facts.ts';
import { toldBy } from './told-by.ts';

export const DISK: Outside = {
  exists: existsSync,
  isProgram: (path) => can(path, constants.X_OK) && statSync(path).isFile(),
  isSocket: (path) => can(path, constants.F_OK) && statSync(path).isSocket(),
  isReadable: (path) => can(path, constants.R_OK),
  isWritable: (path) => can(path, constants.W_OK),
  real,
  toldBy,
};

/** A part that is not there stays as it is. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(real(folder), basename(path));
  }
}

function can(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}
