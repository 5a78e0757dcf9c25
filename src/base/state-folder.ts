/** Makes the folder in which a project's sessions, caches and snapshots live: private, and out of git. */

import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, CoderError } from './errors.ts';

/** Named one by one, so that a project may commit its settings, skills and commands. */
const IGNORED = ['sessions/', 'cache/', 'snapshots/', '*.lock', '*.tmp', '.gitignore'];

/** `folder` is a folder of state inside `.coder`. A link planted in a repository is refused, not followed. */
export function makeStateFolder(folder: string): void {
  const parent = dirname(folder);
  makePrivate(parent);
  makePrivate(folder);
  const ignore = join(parent, '.gitignore');
  if (!existsSync(ignore)) writeOnce(ignore, `${IGNORED.join('\n')}\n`);
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
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another process made it meanwhile
  }
}
