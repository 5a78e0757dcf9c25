/** Caches compiled code in a folder that only this user can write to, because code planted by another account would run as this user. */

import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { coderHome } from '../base/files/home-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Without a private folder nothing is cached, and coder starts a little slower. */
export function keepCompiledCode(env: Environment): void {
  const home = coderHome(env);
  const cache = join(home, 'cache');
  const folder = join(cache, 'compile');
  if ([home, cache, folder].every(isOurs)) process.getBuiltinModule('node:module').enableCompileCache?.(folder);
}

function isOurs(folder: string): boolean {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false }) ?? made(folder);
    const isPrivate = process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isPrivate;
  } catch {
    return false; // read-only, disk full, or no home folder
  }
}

/** Not recursive, so the home folder itself is never created: if it is missing, nothing is cached. */
function made(folder: string): Stats {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another coder was faster
  }
  return lstatSync(folder);
}
