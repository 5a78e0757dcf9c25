/** Compiled code is kept in a folder of the person's own: what another account could write would run as this one. */

import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { coderHome } from '../base/files/home-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Without such a folder nothing is kept, and coder starts a little slower. */
export function keepCompiledCode(env: Environment): void {
  const home = coderHome(env);
  const cache = join(home, 'cache');
  const folder = join(cache, 'compile');
  if ([home, cache, folder].every(isOurs)) process.getBuiltinModule('node:module').enableCompileCache?.(folder);
}

function isOurs(folder: string): boolean {
  try {
    make(folder);
    const found = lstatSync(folder);
    const isPrivate = process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isPrivate;
  } catch {
    return false; // read-only, full, or no home at all
  }
}

/** Never the home folder itself: where that is missing, nothing is kept. */
function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
