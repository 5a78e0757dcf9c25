/** Makes the folder in which a project's sessions, caches and snapshots live: private, and out of git. */

import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CoderError, codeOf } from '../errors.ts';

/** Named one by one, so that a project may commit its settings, skills and commands. */
const IGNORED = ['sessions/', 'cache/', 'snapshots/', '*.lock', '*.tmp', '.gitignore'];

/** `folder` is a folder of state inside `.coder`. A link planted in a repository is refused, not followed. */
export function makeStateFolder(folder: string): void {
  const parent = dirname(folder);
  makePrivate(parent);
  makePrivate(folder);
  writeOnce(join(parent, '.gitignore'), `${IGNORED.join('\n')}\n`);
  if (!isIgnoredBy(join(parent, '.gitignore'), basename(folder))) writeOnce(join(folder, '.gitignore'), '*\n');
}

/** A repository may bring its own list. */
function isIgnoredBy(list: string, name: string): boolean {
  const lines = readFileSync(list, 'utf8').split(/\r?\n/);
  return lines.includes(`${name}/`);
}

function makePrivate(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats)
    throw new CoderError(
      'not-a-folder',
      `${folder} is not a folder. Move it away so that coder can keep its files there.`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function writeOnce(file: string, text: string): void {
  if (existsSync(file)) return;
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another process made it meanwhile
  }
}
